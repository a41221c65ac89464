import AppLinks
import FoundationEssentials
import Testing

@Suite struct AssociationFilesTests {
    private func paths(_ texts: String...) -> [LinkPath] { texts.compactMap { LinkPath($0) } }
    private func text(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
    private let one = AndroidAppTests.one
    private let other = AndroidAppTests.other

    @Test func `H28g two fingerprints of one package stand in one statement`() throws {
        let app = try AndroidApp(packageName: "com.example.mobile", fingerprints: [one, other])
        let files = AssociationFiles(apps: [AssociatedApp(android: [app], ios: [], paths: [])])
        #expect(
            text(files.assetLinks) == """
                [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app",\
                "package_name":"com.example.mobile","sha256_cert_fingerprints":["\(other)","\(one)"]}}]
                """)
    }

    @Test func `H28h two packages get a statement each, and a package in two tracks gets one`() throws {
        let beta = try AndroidApp(packageName: "b.two", fingerprints: [one])
        let tracks = [
            try AndroidApp(packageName: "a.one", fingerprints: [one]),
            try AndroidApp(packageName: "a.one", fingerprints: [other]),
        ]
        let files = AssociationFiles(apps: [
            AssociatedApp(android: [beta], ios: [], paths: []),
            AssociatedApp(android: tracks, ios: [], paths: []),
        ])
        let statements = try JSONDecoder().decode([Statement].self, from: Data(files.assetLinks ?? []))
        #expect(statements.map(\.target.package_name) == ["a.one", "b.two"])
        #expect(statements.map(\.target.sha256_cert_fingerprints) == [[other, one], [one]])
    }

    @Test func `T21 the paths are the configured ones and nothing wider`() throws {
        let app = AssociatedApp(
            android: [], ios: [try IOSApp(appID: "ABCDE12345.com.example.mobile")],
            paths: paths("/mobile/open-app", "/mobile/oauth/callback"))
        #expect(
            text(AssociationFiles(apps: [app]).appleAppSiteAssociation) == """
                {"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.mobile"],"components":\
                [{"/":"/mobile/oauth/callback"},{"/":"/mobile/open-app"}]}]},\
                "webcredentials":{"apps":["ABCDE12345.com.example.mobile"]}}
                """)
    }

    @Test(arguments: [
        "/mobile/*", "mobile", "/", "", "//a", "/a?b", "/a#b", "/a b", "/a/../b", "/ä", "/a\\b", "/a\"b",
    ])
    func `T21 a path that is no plain path is refused`(written: String) {
        #expect(LinkPath(written) == nil)
    }

    @Test func `H29 with no app there is no file`() {
        let files = AssociationFiles(apps: [AssociatedApp(android: [], ios: [], paths: paths("/a"))])
        #expect(files.assetLinks == nil)
        #expect(files.appleAppSiteAssociation == nil)
        #expect(AssociationFiles(apps: []).assetLinks == nil)
    }

    @Test func `H29 the files are JSON without a byte order mark, and small`() throws {
        let android = try AndroidApp(packageName: "a.b", fingerprints: [one])
        let ios = try IOSApp(appID: "ABCDE12345.a.b")
        let files = AssociationFiles(apps: [AssociatedApp(android: [android], ios: [ios], paths: paths("/a"))]
        )
        #expect(files.assetLinks?.first == UInt8(ascii: "["))
        #expect(files.appleAppSiteAssociation?.first == UInt8(ascii: "{"))
        #expect((files.assetLinks ?? []).count < AssociationFiles.largest)
        #expect(AssociationFiles.contentType == "application/json")
    }

    @Test func `H29 the order of the configuration changes no byte`() throws {
        let apps = try (1...20).map { number in
            AssociatedApp(
                android: [try AndroidApp(packageName: "a.b\(number)", fingerprints: [one, other])],
                ios: [try IOSApp(appID: "ABCDE12345.a.b\(number)")], paths: paths("/b\(number % 3)", "/a"))
        }
        let files = AssociationFiles(apps: apps)
        for _ in 0..<10 {
            let again = AssociationFiles(apps: apps.shuffled())
            #expect(again.assetLinks == files.assetLinks)
            #expect(again.appleAppSiteAssociation == files.appleAppSiteAssociation)
        }
    }

    private struct Statement: Decodable {
        struct Target: Decodable {
            let package_name: String
            let sha256_cert_fingerprints: [String]
        }
        let target: Target
    }
}
