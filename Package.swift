// swift-tools-version: 6.2
// The floor plan: one line a room, the lowest first. A room imports only what stands in its own line.
import PackageDescription

let package = Package(
    name: "homing",
    products: [.executable(name: "homing", targets: ["homing"])],
    targets: [
        cellar("CZlib", pkgConfig: "zlib", debian: "zlib1g-dev"),
        cellar("COpenSSL", pkgConfig: "libcrypto", debian: "libssl-dev"),
        cellar("CSQLite", pkgConfig: "sqlite3", debian: "libsqlite3-dev"),
        cellar("CPostgres", pkgConfig: "libpq", debian: "libpq-dev"),
        cellar("CCurl", pkgConfig: "libcurl", debian: "libcurl4-openssl-dev"),
        .target(name: "CLinux"),

        room("Codec"),
        room("Journal"),
        room("EventLoop", imports: ["CLinux"]),
        room("Crypto", imports: ["Codec", "COpenSSL"]),
        room("HTTP", imports: ["Codec", "CZlib"]),
        room("JOSE", imports: ["Codec", "Crypto"]),
        room("OAuth", imports: ["Codec", "Crypto"]),
        room("HTTPServer", imports: ["HTTP", "EventLoop", "Journal", "CLinux"]),
        room("Store", imports: ["OAuth", "Crypto"]),
        room("SQLiteStore", imports: ["Store", "OAuth", "Crypto", "CSQLite"]),
        room("PostgresStore", imports: ["Store", "OAuth", "Crypto", "EventLoop", "CPostgres"]),
        room("HTTPClient", imports: ["HTTP", "EventLoop", "CCurl", "CLinux"]),
        room("Upstream", imports: ["OAuth", "JOSE", "Codec", "Crypto"]),
        room("AppLinks", imports: ["Codec"]),
        room(
            "Pages", imports: ["Codec", "HTTP", "Crypto"], embeds: ["style.css", "icon.svg", "favicon.ico"]),
        room(
            "Broker",
            imports: [
                "AppLinks", "Codec", "Crypto", "HTTP", "JOSE", "Journal", "OAuth", "Pages", "Store",
                "Upstream",
            ]),
        room(
            "Settings",
            imports: [
                "AppLinks", "Broker", "Codec", "Crypto", "HTTP", "HTTPServer", "OAuth", "Pages", "Upstream",
            ]),
        room(
            "Demo",
            imports: [
                "Codec", "Crypto", "EventLoop", "HTTP", "HTTPClient", "HTTPServer", "JOSE", "Journal",
                "OAuth",
                "Pages",
            ]),
        .executableTarget(
            name: "homing",
            dependencies: [
                "Broker", "Codec", "Crypto", "Demo", "EventLoop", "HTTP", "HTTPClient", "HTTPServer", "JOSE",
                "Journal", "OAuth", "Pages", "PostgresStore", "Settings", "SQLiteStore", "Store", "Upstream",
            ],
            swiftSettings: strict),

        .target(
            name: "StoreContract", dependencies: ["Store", "OAuth", "Crypto", "Codec"],
            path: "Tests/StoreContract", swiftSettings: strict),
        .executableTarget(
            name: "LedgerBenchmark",
            dependencies: ["StoreContract", "SQLiteStore", "Store", "OAuth", "Crypto"],
            path: "Tests/Benchmarks/Ledger", swiftSettings: strict),
        .target(
            name: "Doubles",
            dependencies: [
                "Broker", "Codec", "Crypto", "HTTP", "JOSE", "Journal", "OAuth", "Pages", "Store", "Upstream",
            ], path: "Tests/Doubles", swiftSettings: strict),
        .target(
            name: "Fuzz",
            dependencies: [
                "Codec", "Crypto", "HTTP", "HTTPServer", "JOSE", "OAuth", "Settings", "Upstream",
            ], path: "Tests/Fuzz/Targets", swiftSettings: strict),
        tests("Codec"),
        tests("Journal", also: ["Doubles"]),
        tests("EventLoop"),
        tests("Crypto", also: ["Codec"]),
        tests("HTTP", also: ["Codec", "CZlib"]),
        tests("JOSE", also: ["Codec", "Crypto"]),
        tests("OAuth", also: ["Codec", "Crypto"]),
        tests("HTTPServer", also: ["Doubles", "HTTP", "EventLoop", "Journal"]),
        tests("Store", also: ["StoreContract", "OAuth", "Crypto"]),
        tests("SQLiteStore", also: ["StoreContract", "Store", "OAuth", "Crypto", "CSQLite"]),
        tests(
            "PostgresStore",
            also: ["StoreContract", "Store", "OAuth", "Crypto", "EventLoop", "CPostgres"]),
        tests("HTTPClient", also: ["HTTP", "HTTPServer", "EventLoop", "Journal"]),
        tests("Upstream", also: ["Codec", "Crypto", "JOSE", "OAuth"]),
        tests("AppLinks"),
        tests("Pages", also: ["Codec", "Crypto", "HTTP"]),
        tests(
            "Broker",
            also: [
                "AppLinks", "Codec", "Crypto", "Doubles", "HTTP", "JOSE", "Journal", "OAuth", "Pages",
                "SQLiteStore", "Store", "Upstream",
            ]),
        tests(
            "Settings",
            also: [
                "AppLinks", "Broker", "Codec", "Crypto", "HTTP", "HTTPServer", "OAuth", "Pages", "Upstream",
            ]),
        tests("Demo", also: ["Codec", "Crypto", "Doubles", "HTTP", "HTTPClient", "JOSE", "OAuth"]),
        tests("Fuzz"),
        // Optimised also when the rest is not: it walks millions of states.
        .testTarget(
            name: "ModelTests", dependencies: ["Codec", "Crypto", "OAuth"],
            swiftSettings: strict + [.unsafeFlags(["-O"])]),
    ],
    swiftLanguageModes: [.v6]
)

/// What every room is compiled with. Plain async functions stay on their caller's executor, the event loop.
nonisolated var strict: [SwiftSetting] {
    [
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}

/// A library of ours, in Sources under its own name; what it embeds lies in Public and becomes part of the binary.
func room(_ name: String, imports: [Target.Dependency] = [], embeds: [String] = []) -> Target {
    .target(
        name: name, dependencies: imports, resources: embeds.map { .embedInCode("../../Public/" + $0) },
        swiftSettings: strict)
}

/// The tests of a room, in Tests under the room's name with `Tests` behind it.
func tests(_ room: String, also: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: room + "Tests", dependencies: [.init(stringLiteral: room)] + also, swiftSettings: strict)
}

/// A C library of Debian's: a module map and a shim header, nothing else.
func cellar(_ name: String, pkgConfig: String, debian: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([debian])])
}
