import Reactive
import Records
import TestServer
import Testing

/// Secrets of sources, which must appear nowhere.
@Suite(.serialized) struct CredentialTests {
    private let folder = Folder()

    private func define(_ server: HTTPServer, _ settings: String, name: String = "news") {
        folder.write(
            "etc/sources.d/\(name).source",
            """
            [Source]
            Kind=feed
            URL=\(server.url("/\(name)"))
            AllowHTTP=yes
            AllowPrivate=yes
            \(settings)
            """)
    }

    private static let feed = "<rss><channel><item><guid>a</guid></item></channel></rss>"

    @Test func `the password is the content of the credential, and the version of HTTP is shown`() throws {
        folder.write("etc/credentials/key", "canary\n")
        let daemon = try LiveDaemon(folder)
        let server = try HTTPServer(on: daemon.loop)
        server.script = { _ in [.answer("200 OK", "", CredentialTests.feed)] }
        define(server, "User=reader\nCredential=key\n")
        try daemon.turn(until: "news", is: "fresh")
        #expect(server.heads[0].contains("Authorization: Basic cmVhZGVyOmNhbmFyeQ=="))
        #expect(try daemon.runtime(of: "news")?["httpVersion"] == "HTTP/1.1")
    }

    @Test func `a refused client is denied with the code, which survives a restart`() throws {
        folder.write("etc/credentials/id", "client\n")
        folder.write("etc/credentials/secret", "canary\n")
        let daemon = try LiveDaemon(folder)
        let server = try HTTPServer(on: daemon.loop)
        server.script = { _ in [.answer("400 Bad Request", "", "{\"error\": \"invalid_client\"}")] }
        define(server, "TokenURL=\(server.url("/token"))\nClientID=id\nClientSecret=secret\n")
        try daemon.turn { (try? daemon.runtime(of: "news")?["failure"]?["code"]) == "invalid_client" }
        #expect(try daemon.runtime(of: "news")?["failure"]?["reason"] == "denied")
        #expect(server.heads.count == 1)
        daemon.end()
        let again = try LiveDaemon(folder)
        #expect(try again.runtime(of: "news")?["failure"]?["code"] == "invalid_client")
    }

    @Test func `a missing credential that was put there is used at the next start, not an hour later`() throws
    {
        let daemon = try LiveDaemon(folder)
        let server = try HTTPServer(on: daemon.loop)
        server.script = { _ in [.answer("200 OK", "", CredentialTests.feed)] }
        define(server, "Refresh=1d\nUser=reader\nCredential=key\n")
        try daemon.turn { (try? daemon.runtime(of: "news")?["failure"]?["reason"]) == "configuration" }
        #expect(server.heads.isEmpty)
        daemon.end()
        folder.write("etc/credentials/key", "canary\n")
        let clock = ManualScheduler()
        let again = try LiveDaemon(folder, on: daemon.loop, clock: clock)
        let start = clock.now
        try again.turn(until: "news", is: "fresh")
        #expect(clock.now - start < .seconds(60))
        #expect(server.heads.count == 1)
        again.end()
    }

    @Test func `a source that moved before it had a secret sends the secret only to its own origin`() throws {
        folder.write("etc/credentials/key", "canary\n")
        let daemon = try LiveDaemon(folder)
        let (server, other) = (try HTTPServer(on: daemon.loop), try HTTPServer(on: daemon.loop))
        server.script = { _ in [.answer("301 Moved Permanently", "Location: \(other.url("/there"))\r\n")] }
        other.script = { _ in [.answer("200 OK", "", CredentialTests.feed)] }
        define(server, "Refresh=1min\n")
        try daemon.turn(until: "news", is: "fresh")
        server.script = { _ in [.answer("200 OK", "", CredentialTests.feed)] }
        define(server, "Refresh=1min\nHeader=X-Key: %{credential}\nCredential=key\n")
        try daemon.turn { server.heads.contains { $0.contains("X-Key: canary") } }
        #expect(!other.heads.joined().contains("canary"))
    }

    @Test func `neither the interface nor a file contains a secret`() throws {
        for name in ["key", "id", "secret"] { folder.write("etc/credentials/\(name)", "canary\(name)\n") }
        let daemon = try LiveDaemon(folder)
        let server = try HTTPServer(on: daemon.loop)
        let other = try HTTPServer(on: daemon.loop)
        server.script = { head in
            if head.contains("/moved") { return [.answer("302 Found", "Location: \(other.url())\r\n")] }
            if head.contains("/token") {
                return [
                    .answer("200 OK", "", "{\"access_token\": \"canarytoken\", \"token_type\": \"bearer\"}")
                ]
            }
            return [.answer("403 Forbidden", "X-Echo: canarykey\r\n", "canarykey")]
        }
        define(server, "User=u\nCredential=key\n", name: "password")
        define(server, "Header=Authorization: Bearer %{credential}\nCredential=key\n", name: "moved")
        define(
            server, "TokenURL=\(server.url("/token"))\nClientID=id\nClientSecret=secret\n", name: "granted")
        define(server, "Proxy=http://u:canaryproxy@127.0.0.1:1\n", name: "proxy")
        let names = ["password", "moved", "granted", "proxy"]
        try daemon.turn { names.allSatisfy { (try? daemon.runtime(of: $0)?["failure"]) != nil } }
        let seen = try String(decoding: daemon.call("ListSources").canonicalBytes, as: UTF8.self)
        #expect(seen.contains("password") && !seen.contains("canary"))
        daemon.end()
        #expect(other.heads.isEmpty)
        #expect(folder.files(in: "state", containing: "canary") == [])
        #expect(folder.files(in: "etc/credentials", containing: "canary").count == 3)
    }
}
