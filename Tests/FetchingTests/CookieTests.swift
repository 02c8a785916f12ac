import Fetching
import Testing
import TestServer

@Suite("Cookies of a redirect chain, with a real server", .serialized) struct CookieTests {
    @Test func `a cookie is sent within the redirect chain, and not after it`() throws {
        let lab = try Lab()
        lab.server.script = { head in
            switch head.split(separator: " ")[1] {
            case "/f" where head.contains("\r\nCookie: ok=1; b=2\r\n"): [.answer("200 OK", "", "here")]
            case "/f": [.answer("302 Found", "Set-Cookie: ok=1; Path=/\r\nLocation: /check\r\n")]
            default: [.answer("302 Found", "Set-Cookie: b=2; path=/; HttpOnly\r\nLocation: /f\r\n")]
            }
        }
        #expect(try lab.document(lab.request("/f")).body.count == 4)
        #expect(try lab.document(lab.request("/f")).body.count == 4)
        #expect(lab.server.heads.count == 6)
        #expect(!lab.server.heads[3].contains("Cookie"))
    }

    @Test(arguments: [
        ("a=1; Path=/other", false), ("a=1; Secure", false), ("a=1; Domain=other.example", false),
        ("a=1; Max-Age=0", false), ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", false), ("a", false),
        ("=1", false), ("a=1; Path=/x", true), ("a=1", true), ("a=1; Domain=127.0.0.1", true),
        ("a=1; SameSite=Lax; Max-Age=60", true),
    ])
    func `a cookie is sent only where it belongs`(_ field: String, _ isSent: Bool) throws {
        let lab = try Lab()
        lab.server.script = { head in
            head.hasPrefix("GET /x/1 ")
                ? [.answer("302 Found", "Set-Cookie: \(field)\r\nLocation: /x/2\r\n")]
                : [.answer("200 OK", "", "here")]
        }
        _ = try lab.document(lab.request("/x/1"))
        #expect(lab.server.heads[1].contains("\r\nCookie: a=1\r\n") == isSent)
    }

    @Test func `the address after a redirect that sets a cookie is not remembered`() throws {
        let lab = try Lab()
        lab.server.script = { head in
            head.hasPrefix("GET /1 ")
                ? [.answer("301 Moved", "Set-Cookie: a=1\r\nLocation: /2\r\n")]
                : [.answer("200 OK", "", "here")]
        }
        #expect(try lab.document(lab.request("/1")).permanentURL == nil)
    }
}
