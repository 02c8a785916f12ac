import Fetching
import Records
import Testing
import TestServer

@Suite("The choice of the proxy", .serialized) struct ProxyTests {
    /// Returns the number of requests that the proxy receives for an address within a time.
    private static func asked(_ url: String, within limit: Duration, _ rule: (String) -> ProxyRule) throws
        -> Int
    {
        let lab = try Lab { $0.connecting = limit }
        lab.server.script = { _ in [.answer("200 OK", "", "x")] }
        var request = lab.request()
        request.url = url.replacing("PORT", with: "\(lab.server.port)")
        request.proxies = rule(lab.server.url(""))
        request.timeout = limit
        _ = try lab.ask(request)
        return lab.server.heads.count { $0.hasPrefix("GET http") }
    }

    private static func usesProxy(_ url: String, _ rule: (String) -> ProxyRule) throws -> Bool {
        try asked(url, within: Lab.limit, rule) == 1
    }

    /// Waits only briefly: the address is not that of a server.
    private static func isDirect(_ url: String, _ rule: (String) -> ProxyRule) throws -> Bool {
        try asked(url, within: .milliseconds(200), rule) == 0
    }

    @Test func `a rule sends addresses to the proxy, but for exceptions`() throws {
        let rule = { ProxyRule($0, except: ["direct.invalid", ".Sub.invalid", "10.0.0.0/8", "fd00::/8"]) }
        #expect(try ProxyTests.usesProxy("http://example.invalid/", rule))
        #expect(try ProxyTests.usesProxy("http://nodirect.invalid/", rule))
        #expect(try ProxyTests.usesProxy("http://11.0.0.1/", rule))
        #expect(try ProxyTests.isDirect("http://direct.invalid/", rule))
        #expect(try ProxyTests.isDirect("http://a.sub.invalid/", rule))
        #expect(try ProxyTests.isDirect("http://10.200.0.1/", rule))
        #expect(try ProxyTests.isDirect("http://[fd00::1]/", rule))
        #expect(try ProxyTests.isDirect("http://example.invalid/") { ProxyRule($0, except: ["*"]) })
    }

    @Test func `this machine is contacted directly, unless the source itself names the proxy`() throws {
        #expect(try ProxyTests.isDirect("http://127.0.0.1:PORT/") { ProxyRule($0, except: []) })
        #expect(try ProxyTests.usesProxy("http://127.0.0.1:PORT/") { ProxyRule($0) })
    }

    @Test func `the variables of the environment are read as curl reads them`() throws {
        func rule(_ variables: [String: String]) -> (String) -> ProxyRule {
            { proxy in ProxyRule { variables[$0]?.replacing("P", with: proxy) } }
        }
        let url = "http://example.invalid/"
        #expect(try ProxyTests.usesProxy(url, rule(["http_proxy": "P"])))
        #expect(try ProxyTests.usesProxy(url, rule(["all_proxy": "P"])))
        #expect(try ProxyTests.isDirect(url, rule(["https_proxy": "P"])))
        #expect(try ProxyTests.isDirect(url, rule(["HTTP_PROXY": "P"])))
        #expect(try ProxyTests.isDirect(url, rule(["http_proxy": "P", "no_proxy": "a.org, invalid"])))
        #expect(try ProxyTests.isDirect(url, rule([:])))
    }
}
