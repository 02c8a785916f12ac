import Fetching
import Testing

@Suite struct WebAddressTests {
    @Test func `an address has the parts that libcurl finds`() throws {
        let address = try WebAddress("HTTPS://me:pass@Example.ORG/a b?key=1#part")
        #expect(address.scheme == "https")
        #expect(address.host == "example.org")
        #expect(address.port == 443)
        #expect(address.hasUser)
        #expect(address.description == "https://example.org/a%20b")
        #expect(!address.text.contains("#"))
    }

    @Test func `the description of an address contains no secret`() throws {
        let address = try WebAddress("http://user:canary@[::1]:8080/path?token=canary")
        #expect(address.description == "http://[::1]:8080/path")
        #expect(address.isThisMachine)
    }

    @Test(arguments: ["", "example.org/x\ny", "file:///x", "mailto:a@b", "https://", "https://a b/"])
    func `a text that is not a web address is rejected`(_ text: String) {
        #expect(throws: FetchFailure.self) { try WebAddress(text) }
    }

    @Test func `an international host name is requested in its ASCII form`() throws {
        let address = try WebAddress("https://BÜCHER.example/ü?q")
        #expect(address.host == "xn--bcher-kva.example")
        #expect(address.text == "https://xn--bcher-kva.example/%c3%bc?q")
        #expect(try address.resolving("//☃.example/").host == "xn--n3h.example")
        #expect(throws: FetchFailure.self) { try WebAddress("https://xn--.ü/") }
        #expect(throws: FetchFailure.self) { try address.resolving("https://a\u{FFFD}.example/") }
    }

    @Test(arguments: ["http://\u{AD}2130706433/a", "http://0x7f.\u{FF11}/a"])
    func `an international host name whose ASCII form is a number is an IPv4 address`(_ text: String) throws {
        let address = try WebAddress("https://example.org/").resolving(text)
        #expect(address.host == "127.0.0.1")
        #expect(address.text == "http://127.0.0.1/a")
        #expect(address.isThisMachine)
    }

    @Test func `a reference is resolved relative to its address`() throws {
        let here = try WebAddress("https://example.org/a/b?c")
        #expect(try here.resolving("../d").text == "https://example.org/d")
        #expect(try here.resolving("//other.org/").host == "other.org")
        #expect(try here.resolving("?e").text == "https://example.org/a/b?e")
        #expect(throws: FetchFailure.self) { try here.resolving("file:///etc/passwd") }
    }

    @Test func `an origin is scheme, host and port`() throws {
        let here = try WebAddress("https://example.org/a")
        #expect(here.isSameOrigin(as: try WebAddress("https://EXAMPLE.org:443/b")))
        #expect(!here.isSameOrigin(as: try WebAddress("http://example.org/a")))
        #expect(!here.isSameOrigin(as: try WebAddress("https://www.example.org/a")))
        #expect(!here.isSameOrigin(as: try WebAddress("https://example.org:444/a")))
    }
}
