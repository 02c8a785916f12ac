import Fetching
import Testing

@Suite struct WebAddressTests {
    @Test func `the parts are read as libcurl reads them`() throws {
        let address = try WebAddress("HTTPS://me:pass@Example.ORG/a b?key=1#part")
        #expect(address.scheme == "https")
        #expect(address.host == "example.org")
        #expect(address.port == 443)
        #expect(address.hasUser)
        #expect(address.description == "https://example.org/a%20b")
        #expect(!address.text.contains("#"))
    }

    @Test func `what is shown has no secret`() throws {
        let address = try WebAddress("http://user:canary@[::1]:8080/path?token=canary")
        #expect(address.description == "http://[::1]:8080/path")
        #expect(address.isThisMachine)
    }

    @Test(arguments: ["", "example.org/x\ny", "file:///x", "mailto:a@b", "https://", "https://a b/"])
    func `what is no address of the web is refused`(_ text: String) {
        #expect(throws: FetchFailure.self) { try WebAddress(text) }
    }

    @Test func `references count from where they stand`() throws {
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
