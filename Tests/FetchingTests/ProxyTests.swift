import Fetching
import Records
import Testing
import TestServer

@Suite("The choice of the proxy", .serialized) struct ProxyTests {
    /// Returns the number of requests that the proxy received for an address.
    private static func asked(_ url: String, _ rule: (String) -> ProxyRule) throws -> Int {
        let lab = try Lab { $0.connecting = .milliseconds(50) }
        lab.server.script = { _ in [.answer("200 OK", "", "x")] }
        var request = lab.request()
        request.url = url.replacing("PORT", with: "\(lab.server.port)")
        request.proxies = rule(lab.server.url(""))
        request.timeout = .milliseconds(200)
        _ = try lab.ask(request)
        return lab.server.heads.count { $0.hasPrefix("GET http") }
    }

    @Test func `a rule sends addresses to the proxy, but for exceptions`() throws {
        let rule = { ProxyRule($0, except: ["direct.invalid", ".Sub.invalid", "10.0.0.0/8", "fd00::/8"]) }
        #expect(try ProxyTests.asked("http://example.invalid/", rule) == 1)
        #expect(try ProxyTests.asked("http://nodirect.invalid/", rule) == 1)
        #expect(try ProxyTests.asked("http://11.0.0.1/", rule) == 1)
        #expect(try ProxyTests.asked("http://direct.invalid/", rule) == 0)
        #expect(try ProxyTests.asked("http://a.sub.invalid/", rule) == 0)
        #expect(try ProxyTests.asked("http://10.200.0.1/", rule) == 0)
        #expect(try ProxyTests.asked("http://[fd00::1]/", rule) == 0)
        #expect(try ProxyTests.asked("http://example.invalid/") { ProxyRule($0, except: ["*"]) } == 0)
    }

    @Test func `this machine is contacted directly, unless the source itself names the proxy`() throws {
        #expect(try ProxyTests.asked("http://127.0.0.1:PORT/") { ProxyRule($0, except: []) } == 0)
        #expect(try ProxyTests.asked("http://127.0.0.1:PORT/") { ProxyRule($0) } == 1)
    }

    @Test func `the variables of the environment are read as curl reads them`() throws {
        func rule(_ variables: [String: String]) -> (String) -> ProxyRule {
            { proxy in ProxyRule { variables[$0]?.replacing("P", with: proxy) } }
        }
        let url = "http://example.invalid/"
        #expect(try ProxyTests.asked(url, rule(["http_proxy": "P"])) == 1)
        #expect(try ProxyTests.asked(url, rule(["all_proxy": "P"])) == 1)
        #expect(try ProxyTests.asked(url, rule(["https_proxy": "P"])) == 0)
        #expect(try ProxyTests.asked(url, rule(["HTTP_PROXY": "P"])) == 0)
        #expect(try ProxyTests.asked(url, rule(["http_proxy": "P", "no_proxy": "a.org, invalid"])) == 0)
        #expect(try ProxyTests.asked(url, rule([:])) == 0)
    }
}
