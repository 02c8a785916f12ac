import Fetching
import Records
import Testing
import TestServer

@Suite("Secrets in failing requests", .serialized) struct CanaryTests {
    private static let canary = "canary"
    private static let kinds: [@MainActor (Lab, HTTPServer) -> FetchRequest] = [
        { lab, _ in secret(lab.request("/401?key=canary")) },
        { lab, _ in secret(lab.request("/403?canary")) },
        { lab, _ in secret(lab.request("/404?canary")) }, { lab, _ in secret(lab.request("/500?canary")) },
        { lab, _ in secret(lab.request("/moved?canary")) },
        { lab, _ in secret(lab.request("/plain?canary")) },
        { lab, _ in secret(lab.request("/garbage?canary")) },
        { lab, _ in secret(lab.request("/short?canary")) },
        { lab, _ in secret(lab.request("/reset?canary")) },
        { lab, _ in secret(lab.request("/empty?canary")) },
        { lab, other in at("https://127.0.0.1:\(other.port)/?canary", lab) },
        { lab, _ in at("http://127.0.0.1:1/?canary", lab) }, { lab, _ in at("http://[canary/", lab) },
        { lab, _ in at("http://u:canary@127.0.0.1:\(lab.server.port)/moved", lab) },
        { lab, _ in
            var request = lab.request("/401")
            request.authentication.password = .init(user: "canary", password: canary, isDigest: true)
            return request
        },
        { lab, _ in
            var request = lab.request("/moved")
            request.authentication.password = .init(user: "canary", password: canary, isDigest: false)
            return request
        },
        { lab, _ in
            var request = lab.request("/data")
            request.authentication.grant = TokenGrant(
                url: lab.server.url("/401?canary"), client: canary, secret: "canary\(lab.server.heads.count)",
                scope: canary)
            return request
        },
        { lab, _ in
            var request = lab.request()
            request.headers = [.init("X-Key", "canary\nX: y")]
            return request
        },
        { lab, _ in
            var request = lab.request("/x?canary")
            request.proxies = ProxyRule("http://canary:canary@127.0.0.1:1")
            return request
        },
    ]

    private static func secret(_ request: FetchRequest) -> FetchRequest {
        var request = request
        request.headers = [.init("X-Key", canary)]
        request.bearsSecret = true
        return request
    }

    private static func at(_ url: String, _ lab: Lab) -> FetchRequest {
        var request = lab.request()
        request.url = url
        return secret(request)
    }

    private static func answer(_ head: String, _ other: HTTPServer) -> [HTTPServer.Act] {
        let challenge = "WWW-Authenticate: Digest realm=\"canary\", nonce=\"canary\"\r\nX-Echo: canary\r\n"
        switch head.split(whereSeparator: { $0 == " " || $0 == "?" }).dropFirst().first ?? "" {
        case "/401": return [.answer("401 canary", challenge, "{\"error\": \"canary\"}")]
        case "/403": return [.answer("403 canary", "", "canary")]
        case "/500": return [.answer("500 canary", "", "canary")]
        case "/moved": return [.answer("302 canary", "Location: \(other.url("/?canary"))\r\n")]
        case "/plain": return [.answer("302 canary", "Location: ftp://canary:canary@127.0.0.1/canary\r\n")]
        case "/garbage": return [.say("canary\r\n\r\n"), .close]
        case "/short": return [.say("HTTP/1.1 200 canary\r\nContent-Length: 100\r\n\r\ncanary"), .close]
        case "/reset": return [.reset]
        case "/empty": return [.answer("204 canary")]
        default: return [.answer("404 canary", "X-Echo: canary\r\n", "canary")]
        }
    }

    @Test func `no message, code or step of 10,000 failing requests of every kind contains a secret`() throws
    {
        let lab = try Lab { $0.transfersPerHost = 8 }
        let other = try HTTPServer(on: lab.loop)
        other.greeting = [.say("canary, no TLS\r\n"), .close]
        lab.server.script = { CanaryTests.answer($0, other) }
        var reasons: Set<FailureReason> = []
        for number in 0..<10_000 {
            var steps: [Progress.Step] = []
            let request = CanaryTests.kinds[number % CanaryTests.kinds.count](lab, other)
            guard case .failure(let failure) = try lab.ask(request, progress: { steps.append($0.step) })
            else {
                return #expect(Bool(false), "\(request.url) does not fail")
            }
            reasons.insert(failure.reason)
            let said = "\(failure) \(failure.code ?? "") \(steps)"
            if said.contains(CanaryTests.canary) { #expect(Bool(false), "\(said)") }
        }
        #expect(other.heads.isEmpty, "no other origin received a request")
        #expect(reasons.count >= 8, "\(reasons)")
    }
}
