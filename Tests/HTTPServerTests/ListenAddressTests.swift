import Testing

@testable import HTTPServer

struct ListenAddressTests {
    @Test(arguments: [
        "127.0.0.1:8080", "[::1]:8080", "0.0.0.0:0", "[2001:db8::1]:65535", "unix:/run/homing/http.sock",
    ])
    func `an address reads as it is written`(text: String) throws {
        #expect(try #require(ListenAddress(text)).description == text)
    }

    @Test(arguments: [
        "", ":8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:+80", "127.0.0.1:٨", "::1:8080",
        "[127.0.0.1]:80", "[::1]", "[::1]8080", "example.com:80", "unix:", "unix:relative",
        "unix:/" + String(repeating: "a", count: 107),
    ])
    func `what is no address is refused`(text: String) {
        #expect(ListenAddress(text) == nil)
    }

    @Test func `localhost is the IPv4 loopback address`() {
        #expect(ListenAddress("localhost:80") == ListenAddress("127.0.0.1:80"))
    }
}
