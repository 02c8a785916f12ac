import Fetching
import Records
import Testing
import TestServer

@Suite("Access tokens", .serialized) struct TokenTests {
    private static func request(_ lab: Lab, _ path: String = "/data", secret: String = "k3y") -> FetchRequest
    {
        var request = lab.request(path)
        request.authentication.grant = TokenGrant(
            url: lab.server.url("/token"), client: "id &", secret: secret, scope: "read all")
        return request
    }

    private static func token(_ token: String, _ more: String = "") -> HTTPServer.Act {
        .answer("200 OK", "", "{\"access_token\": \"\(token)\", \"token_type\": \"Bearer\"\(more)}")
    }

    private static func count(_ path: String, _ lab: Lab) -> Int {
        lab.server.heads.count { $0.contains(" \(path) HTTP") }
    }

    @Test func `sources that share a grant share one token and one request for it`() throws {
        let lab = try Lab { $0.transfersPerHost = 8 }
        lab.server.script = { head in
            head.hasPrefix("POST /token")
                ? [TokenTests.token("t1")]
                : [.answer(head.contains("Bearer t1") ? "200 OK" : "401 Unauthorized", "", "x")]
        }
        for answer in try lab.askAll((0..<5).map { TokenTests.request(lab, "/data\($0)") }) {
            _ = try answer.get()
        }
        _ = try lab.document(TokenTests.request(lab))
        #expect(TokenTests.count("/token", lab) == 1)
        let head = try #require(lab.server.heads.first { $0.hasPrefix("POST /token") })
        #expect(head.contains("Authorization: Basic aWQrJTI2OmszeQ==\r\n"), "id+%26:k3y, RFC 6749 §2.3.1")
        #expect(head.contains("Content-Type: application/x-www-form-urlencoded"))
        #expect(head.contains("Content-Length: 44"), "grant_type=client_credentials&scope=read+all")
    }

    @Test func `a token is renewed before it expires`() throws {
        let lab = try Lab()
        var made = 0
        lab.server.script = { head in
            if head.hasPrefix("POST /token") {
                made += 1
                return [TokenTests.token("t\(made)", ", \"expires_in\": 0")]
            }
            return [.answer(head.contains("Bearer t\(made)") ? "200 OK" : "500 Wrong", "", "x")]
        }
        for _ in 0..<3 { _ = try lab.document(TokenTests.request(lab)) }
        #expect(made == 3)
    }

    @Test func `a token that the upstream refuses is renewed once`() throws {
        let lab = try Lab()
        var made = 0
        lab.server.script = { head in
            if head.hasPrefix("POST /token") {
                made += 1
                return [TokenTests.token("t\(made)")]
            }
            return head.contains("Bearer t2")
                ? [.answer("200 OK", "", "x")] : [.answer("401 Unauthorized", "", "")]
        }
        #expect(try lab.document(TokenTests.request(lab)).body.count == 1)
        #expect(made == 2)
        lab.server.script = { head in
            if head.hasPrefix("POST /token") {
                made += 1
                return [TokenTests.token("t\(made)")]
            }
            return [.answer("401 Unauthorized", "", "")]
        }
        let failure = try lab.failure(TokenTests.request(lab))
        #expect(failure.reason == .denied && failure.httpStatus == 401)
        #expect(made == 3)
    }

    @Test func `a refused client is denied with the code of the server, which is not asked again soon`()
        throws
    {
        let lab = try Lab()
        lab.server.script = { _ in
            [
                .answer(
                    "401 Unauthorized", "", "{\"error\": \"invalid_client\", \"error_description\": \"k3y\"}")
            ]
        }
        for _ in 0..<3 {
            let failure = try lab.failure(TokenTests.request(lab))
            #expect(failure.reason == .denied)
            #expect(failure.code == "invalid_client")
            #expect(failure.message.contains("(invalid_client)") && !failure.message.contains("k3y"))
        }
        #expect(lab.server.heads.count == 1)
        #expect(try lab.failure(TokenTests.request(lab)).retryAfter != nil)
        _ = try lab.failure(TokenTests.request(lab, secret: "other"))
        #expect(lab.server.heads.count == 2, "with another secret, the server is asked at once")
    }

    @Test func `an error code of no standard is not repeated`() throws {
        let lab = try Lab()
        lab.server.script = { _ in [.answer("400 Bad Request", "", "{\"error\": \"k3y\"}")] }
        let failure = try lab.failure(TokenTests.request(lab))
        #expect(failure.reason == .denied && failure.code == nil)
        #expect(!"\(failure)".contains("k3y"))
    }

    @Test func `a redirect of the token server is not followed, not even to its own origin`() throws {
        let lab = try Lab()
        lab.server.script = { _ in [.answer("307 Temporary Redirect", "Location: /elsewhere\r\n")] }
        #expect(try lab.failure(TokenTests.request(lab)).reason == .policy)
        #expect(lab.server.heads.count == 1)
    }

    @Test(arguments: [
        "{}", "[]", "no", "{\"access_token\": \"a b\", \"token_type\": \"bearer\"}",
        "{\"access_token\": \"a\", \"token_type\": \"mac\"}",
        "{\"access_token\": \"\", \"token_type\": \"bearer\"}",
        "{\"access_token\": \"a\\r\\nX: y\", \"token_type\": \"bearer\"}",
    ])
    func `a response without a bearer token is denied`(_ body: String) throws {
        let lab = try Lab()
        lab.server.script = { _ in [.answer("200 OK", "", body)] }
        #expect(try lab.failure(TokenTests.request(lab)).reason == .denied)
        #expect(lab.server.heads.count == 1)
    }

    @Test func `a response of more than 64 kB is refused`() throws {
        let lab = try Lab()
        lab.server.script = { _ in [.answer("200 OK", "", String(repeating: " ", count: 65_537))] }
        let failure = try lab.failure(TokenTests.request(lab))
        #expect(failure.reason == .size && failure.message.contains("TokenURL="))
    }

    @Test func `a token does not follow a redirect to another origin`() throws {
        let lab = try Lab()
        let other = try HTTPServer(on: lab.loop)
        lab.server.script = { head in
            head.hasPrefix("POST /token")
                ? [TokenTests.token("t1")] : [.answer("302 Found", "Location: \(other.url())\r\n")]
        }
        #expect(try lab.failure(TokenTests.request(lab)).reason == .policy)
        #expect(other.heads.isEmpty)
    }
}
