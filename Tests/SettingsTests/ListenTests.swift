import HTTPServer
import Settings
import Testing

struct ListenTests {
    /// What `server.listen` is read as, and the lines of the faults that name it.
    private func read(_ listen: String) -> (listeners: [String], faults: [String]) {
        var desk = Desk(files: ["homing.json5": Desk.text(["server": Desk.server(["listen": listen])])])
        desk.environment["ADDRESS"] = "127.0.0.1:8080"
        let reading = desk.read("homing.json5")
        let listeners = reading.configuration?.server.listen.map {
            "\($0.address)" + ($0.expectsProxyHeader ? " proxied" : "")
        }
        return (listeners ?? [], reading.faults.map(\.line).filter { $0.contains("server.listen") })
    }

    @Test(arguments: [
        (#""127.0.0.1:8080""#, ["127.0.0.1:8080"]),
        (#""unix:/run/homing/http.sock""#, ["unix:/run/homing/http.sock"]),
        (#"{ address: "127.0.0.1:8080", proxy_protocol: true }"#, ["127.0.0.1:8080 proxied"]),
        (#"{ address: "[::1]:8080", proxy_protocol: false }"#, ["[::1]:8080"]),
        (#"{ address: "[::1]:8080" }"#, ["[::1]:8080"]),
        (#"{ env: "ADDRESS" }"#, ["127.0.0.1:8080"]),
        (#"{ address: { env: "ADDRESS" }, proxy_protocol: true }"#, ["127.0.0.1:8080 proxied"]),
        (
            #"["127.0.0.1:8080", { address: "unix:/run/a", proxy_protocol: true }, { env: "ADDRESS" }]"#,
            ["127.0.0.1:8080", "unix:/run/a proxied", "127.0.0.1:8080"]
        ),
    ])
    func `an address, one with PROXY protocol, or a list of these`(listen: String, expected: [String]) {
        let read = read(listen)
        #expect(read.listeners == expected)
        #expect(read.faults == [])
    }

    @Test(arguments: [
        (
            #"{ proxy_protocol: true }"#,
            #"server.listen.address: is missing; mend: add address: "127.0.0.1:8080""#
        ),
        (
            #"{ address: "127.0.0.1:8080", proxy_protokol: true }"#,
            #"server.listen.proxy_protokol: is not a known key; mend: did you mean "proxy_protocol"?"#
        ),
        (
            #"[{ address: "127.0.0.1:8080", proxy_protocol: "yes" }]"#,
            "server.listen[0].proxy_protocol: is a string, not true or false; mend: write true or false"
        ),
        (
            #"["127.0.0.1:8080", { address: "8080", proxy_protocol: true }]"#,
            #"server.listen[1].address: "8080" is not an address to listen on"#
        ),
        (#"[]"#, #"server.listen: is missing; mend: add listen: "127.0.0.1:8080""#),
        (#"[true]"#, "server.listen[0]: is true or false, not a string; mend: put it in quotes"),
    ])
    func `what is wrong is named with its place and its mend`(listen: String, expected: String) throws {
        let read = read(listen)
        #expect(read.listeners == [])
        #expect(read.faults.count == 1)
        #expect(try #require(read.faults.first).contains(expected))
    }
}
