import Fetching
import Glibc
import Records
import Testing
import TestServer

@Suite("Rules for requests, with a real server", .serialized) struct RuleTests {
    @Test func `plain http is refused unless the request allows it`() throws {
        let lab = try Lab()
        var request = lab.request()
        request.allowHTTP = false
        #expect(try lab.failure(request).reason == .policy)
        #expect(lab.server.connections == 0)
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://127.0.0.1/", "no address", "http://", "gopher://x/",
    ])
    func `a text that is not a web address is a fault of the definition`(_ url: String) throws {
        let lab = try Lab()
        var request = lab.request()
        request.url = url
        #expect(try lab.failure(request).reason == .configuration)
    }

    @Test(arguments: [
        "127.0.0.1", "127.1", "2130706433", "0x7f.1", "localhost", "[::ffff:127.0.0.1]",
    ])
    func `this machine is not contacted unless the request allows it, however the address is written`(
        _ host: String
    ) throws {
        let lab = try Lab()
        var request = lab.request()
        request.allowPrivate = false
        request.url = "http://\(host):\(lab.server.port)/"
        let failure = try lab.failure(request)
        #expect(failure.reason == .policy)
        #expect(failure.message.contains("AllowPrivate=yes"))
        #expect(lab.server.connections == 0)
    }

    @Test(arguments: [
        "169.254.169.254", "0.0.0.0", "[fe80::1]", "[::]", "255.255.255.255", "224.0.0.1",
    ])
    func `some addresses are never contacted`(_ host: String) throws {
        let lab = try Lab()
        var request = lab.request()
        request.url = "http://\(host):\(lab.server.port)/"
        #expect(try lab.failure(request).reason == .policy)
    }

    @Test func `a proxy receives requests, but none for an address that is never contacted`() throws {
        let lab = try Lab()
        lab.server.script = { _ in [.answer("200 OK", "", "x")] }
        var request = lab.request()
        request.url = "http://example.invalid/a"
        request.proxies = ProxyRule(lab.server.url(""))
        _ = try lab.document(request)
        #expect(lab.server.heads[0].hasPrefix("GET http://example.invalid/a HTTP/1.1\r\n"))
        request.url = "http://169.254.169.254/"
        #expect(try lab.failure(request).reason == .policy)
        #expect(lab.server.heads.count == 1)
    }

    @Test func `the proxies of the environment are ignored`() throws {
        setenv("http_proxy", "http://127.0.0.1:1", 1)
        defer { unsetenv("http_proxy") }
        #expect(try Lab().document(.answer("200 OK", "", "x")).body.count == 1)
    }

    @Test func `a request without permission does not reuse a connection that needed permission`() throws {
        let lab = try Lab()
        _ = try lab.document(.answer("200 OK", "", "x"))
        var request = lab.request()
        request.allowPrivate = false
        #expect(try lab.failure(request).reason == .policy)
        #expect(lab.server.heads.count == 1)
    }

    @Test func `redirects are followed, and only permanent ones are remembered`() throws {
        let lab = try Lab()
        let last = lab.server.url("/4")
        lab.server.script = { head in
            switch head.split(separator: " ")[1] {
            case "/1": [.answer("301 Moved", "Location: /2\r\n", "gone there")]
            case "/2": [.answer("308 Moved", "Location: 3?q=1\r\n", "gone there")]
            case "/3?q=1": [.answer("302 Found", "Location: \(last)\r\n")]
            default: [.answer("200 OK", "", "here")]
            }
        }
        let document = try lab.document(lab.request("/1"))
        #expect(document.finalURL == last)
        #expect(document.permanentURL == lab.server.url("/3?q=1"))
        #expect(lab.server.connections == 1)
    }

    /// Servers write addresses as their database has them.
    @Test(arguments: [
        ("/a b", "/a%20b"), ("/ä", "/%c3%a4"), ("/日本?q=ü", "/%e6%97%a5%e6%9c%ac?q=%c3%bc"),
        ("?x=1", "/1?x=1"),
        (" /2 ", "/2"), ("/%C3%A4", "/%C3%A4"), ("/2#part", "/2"),
    ])
    func `the target of a redirect may have blanks and characters beyond ASCII`(
        _ place: String, _ path: String
    ) throws {
        let lab = try Lab()
        lab.server.script = { head in
            head.hasPrefix("GET /1 ")
                ? [.answer("302 Found", "Location: \(place)\r\n")] : [.answer("200 OK", "", "here")]
        }
        _ = try lab.document(lab.request("/1"))
        #expect(lab.server.heads.last?.hasPrefix("GET \(path) HTTP") ?? false)
    }

    @Test func `bytes of the target that are not UTF-8 are encoded as they are`() throws {
        let lab = try Lab()
        lab.server.script = { head in
            head.hasPrefix("GET /1 ")
                ? [
                    .say("HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /"), .bytes([0xE4]),
                    .say("\r\n\r\n"),
                ]
                : [.answer("200 OK", "", "here")]
        }
        _ = try lab.document(lab.request("/1"))
        #expect(lab.server.heads.last?.hasPrefix("GET /%e4 HTTP") ?? false)
    }

    @Test func `a redirect loop is aborted after ten redirects`() throws {
        let lab = try Lab()
        lab.server.script = { _ in [.answer("302 Found", "Location: /\r\n")] }
        let failure = try lab.failure(lab.request())
        #expect(failure.reason == .http)
        #expect(lab.server.heads.count == 11)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://example.org/x", "http://[", "javascript:1"])
    func `a redirect to an address that is not http or https is refused`(_ place: String) throws {
        let lab = try Lab()
        #expect(try lab.failure(.answer("302 Found", "Location: \(place)\r\n")).reason == .policy)
    }

    @Test func `a redirect to an address that is never contacted is refused`() throws {
        let lab = try Lab()
        let failure = try lab.failure(
            .answer("302 Found", "Location: http://169.254.169.254/latest\r\n"))
        #expect(failure.reason == .policy)
    }

    @Test func `a request with a secret or a header does not follow a redirect to another origin`() throws {
        let (lab, other) = (try Lab(), try Lab())
        let place = other.server.url("/stolen")
        lab.server.script = { _ in [.answer("307 Elsewhere", "Location: \(place)\r\n")] }
        var secret = lab.request("/?key=canary")
        secret.bearsSecret = true
        var header = lab.request()
        header.headers = [.init("Authorization", "canary")]
        var user = lab.request()
        user.url = "http://me:canary@127.0.0.1:\(lab.server.port)/"
        for request in [secret, header, user] {
            let failure = try lab.failure(request)
            #expect(failure.reason == .policy)
            #expect(!failure.message.contains("canary"))
        }
        #expect(other.server.connections == 0)
    }

    @Test func `a redirect within the origin keeps the header`() throws {
        let lab = try Lab()
        lab.server.script = { head in
            head.hasPrefix("GET / ")
                ? [.answer("303 There", "Location: /b\r\n")] : [.answer("200 OK", "", "x")]
        }
        var request = lab.request()
        request.headers = [.init("Authorization", "canary")]
        _ = try lab.document(request)
        #expect(lab.server.heads[1].contains("Authorization: canary"))
    }

    @Test func `a value that would form a second header field is never sent`() throws {
        let lab = try Lab()
        var request = lab.request()
        request.headers = [.init("X", "a\r\nAuthorization: b")]
        #expect(try lab.failure(request).reason == .configuration)
        request.headers = []
        request.validators.etag = "\"x\"\r\nX: y"
        #expect(try lab.failure(request).reason == .configuration)
        #expect(lab.server.connections == 0)
    }

    @Test func `a redirect without a target is a failure`() throws {
        #expect(try Lab().failure(.answer("302 Found")).reason == .http)
    }
}
