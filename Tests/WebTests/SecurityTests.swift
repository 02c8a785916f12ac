import Glibc
import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct SecurityTests {
    @Test(arguments: [
        "localhost", "localhost:1034", "LOCALHOST.", "127.0.0.1", "127.8.9.10:80", "[::1]:1034", "[fe80::1]",
        "192.168.1.20", "10.0.0.1:8080", "172.16.0.1", "a.b.localhost:1", "web.example", "WEB.example.:80",
        "box", "box.local:1034", "203.0.113.7:1034", "[2001:db8::7]",
    ])
    func `a request to this machine or a configured name is answered`(host: String) throws {
        let names = ["web.example", "box", "box.local", "203.0.113.7", "[2001:db8::7]"]
        let site = try Website(hosts: names)
        #expect(try site.answer("/sources", headers: ["Host: \(host)"]).status == 200)
    }

    @Test(arguments: [
        "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "8.8.8.8", "[2001:db8::1]",
        "172.32.0.1", "web.example.evil", "localhost:x", "[::1", "", " ", "local", ".local.evil", "1034",
        "127.0.0.1@evil.example", "[::1]@evil", "[::1]:80@evil", "[::1]evil.example", "[::1]]", "[::1]:x",
        "printer.local", "web.example@localhost",
    ])
    func `a request to another name or address is misdirected`(host: String) throws {
        let site = try Website(hosts: ["web.example"])
        let status = try site.answer("/sources", headers: ["Host: \(host)"]).status
        #expect(status == 421 || status == 400)
    }

    @Test func `the bare name of the machine has to be configured, and the answer says how`() throws {
        var name = [CChar](repeating: 0, count: 256)
        #expect(gethostname(&name, 255) == 0)
        let machine = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        for host in [machine, "\(machine).local:1034"] {
            let refused = try Website().answer("/", headers: ["Host: \(host)"])
            let configured = host.replacing(":1034", with: "")
            #expect(refused.status == 421)
            #expect(refused.body.contains("start almanac-web with --host \(configured) to accept it"))
            #expect(try Website(hosts: [configured]).answer("/", headers: ["Host: \(host)"]).status == 200)
        }
    }

    @Test(arguments: ["/", "/nosuch", "/assets/style.css", "/api/sources", "/data/nosuch"])
    func `every response forbids content of other sites`(path: String) throws {
        let response = try Website().answer(path)
        let policy = try #require(response.header("Content-Security-Policy"))
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self'"))
        #expect(!policy.contains("unsafe"))
        #expect(response.header("X-Content-Type-Options") == "nosniff")
        #expect(response.header("Referrer-Policy") == "no-referrer")
        #expect(response.header("X-Frame-Options") == "DENY")
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"])
    func `only reading is possible`(method: String) throws {
        let response = try Website().answer("/", method: method)
        #expect(response.status == 405)
        #expect(response.header("Allow") == "GET, HEAD")
    }

    @Test func `another site cannot refresh a source`() throws {
        let site = try Website()
        try site.daemon.answer("Refresh", #"{"started": ["s"], "skipped": []}"#)
        for headers in [
            ["Sec-Fetch-Site: cross-site"], ["Sec-Fetch-Site: same-site"], ["Sec-Fetch-Site: none"],
            ["Origin: http://evil.example"], ["Origin: null"],
        ] {
            #expect(try site.answer("/refresh/s", method: "POST", headers: headers).status == 403)
        }
        #expect(!site.daemon.asked.contains { $0.method == "Refresh" })
        #expect(try site.answer("/refresh/s").status == 405)
    }

    @Test func `a page of this site refreshes a source, within a budget of all visitors`() throws {
        let site = try Website()
        try site.daemon.answer("Refresh", #"{"started": ["s"], "skipped": []}"#)
        let statuses = try (0..<12).map { _ in
            try site.answer("/refresh/s", method: "POST", headers: ["Origin: http://localhost"]).status
        }
        #expect(statuses == Array(repeating: 303, count: 10) + [429, 429])
        #expect(site.daemon.asked.filter { $0.method == "Refresh" }.count == 10)
    }

    @Test func `hostile names of a source stay text`() throws {
        let site = try Website()
        let name = "<script>alert(1)</script>\u{202E}"
        try site.daemon.answer(
            "ListSources",
            #"{"sources": [{"context": {"name": "s", "title": "\#(name)"}, "runtime": {"health": "fresh", "records": 0, "rejected": 0, "generation": 0}}]}"#
        )
        let page = try site.answer("/sources").text
        #expect(page.contains("&lt;script&gt;"))
        #expect(!page.contains("<script>alert"))
        #expect(!page.unicodeScalars.contains("\u{202E}"))
    }

    @Test func `files are served by name only`() throws {
        let site = try Website()
        #expect(try site.answer("/assets/style.css").body == "body {}")
        #expect(try site.answer("/assets/../web").status == 404)
        #expect(try site.answer("/assets/%2e%2e%2fweb").status == 404)
    }
}
