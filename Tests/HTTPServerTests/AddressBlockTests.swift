import HTTP
import Testing

@testable import HTTPServer

struct AddressBlockTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1"), ("127.0.0.1", "127.0.0.1"), ("127.0.0.1/32", "127.0.0.1"),
        ("0.0.0.0/0", "203.0.113.9"), ("2001:db8::/32", "2001:db8:ffff::1"), ("::1/128", "::1"),
        ("::/0", "fe80::1"),
        ("10.0.0.0/8", "::ffff:10.1.2.3"),
    ])
    func `a block contains its addresses`(block: String, address: String) throws {
        #expect(try #require(AddressBlock(block)).contains(#require(ClientAddress(address))))
    }

    @Test(arguments: [
        ("10.0.0.0/8", "11.0.0.0"), ("127.0.0.1/32", "127.0.0.2"), ("0.0.0.0/0", "::1"), ("::/0", "10.0.0.1"),
        ("2001:db8::/33", "2001:db8:8000::"),
    ])
    func `a block contains no others, nor any of the other family`(block: String, address: String) throws {
        #expect(try #require(AddressBlock(block)).contains(#require(ClientAddress(address))) == false)
    }

    @Test(arguments: [
        "", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/08", "10.0.0.0/+8", "10.0.0/8", "::/129", "::/0/0",
    ])
    func `what is no block is refused`(text: String) {
        #expect(AddressBlock(text) == nil)
    }
}
