import Records
import Testing
import Varlink

@Suite struct ImportTests {
    private let folder = Folder()

    private func context(_ name: String, _ url: String, _ settings: JSON = .object([])) -> JSON {
        ["name": .string(name), "kind": "feed", "url": .string(url), "options": ["Source": settings]]
    }

    private func messages(_ daemon: LiveDaemon, _ contexts: [JSON], dryRun: Bool = false) throws -> [String?]
    {
        let answer = try daemon.call("AddSources", ["contexts": .array(contexts), "dryRun": .bool(dryRun)])
        return answer["results"]?.array?.map { $0["message"]?.string } ?? []
    }

    private func names(_ daemon: LiveDaemon) throws -> [String] {
        try daemon.call("ListSources")["sources"]?.array?.compactMap { $0["context"]?["name"]?.string } ?? []
    }

    @Test func `the sources of a list are added together, and remain`() throws {
        let daemon = try LiveDaemon(folder)
        let contexts = (0..<200).map { context("feed-\($0)", "https://feeds.invalid/\($0)", ["Tags": "a/b"]) }
        #expect(try messages(daemon, contexts) == Array(repeating: nil, count: 200))
        try daemon.turn { (try? names(daemon).count) == 200 }
        #expect(folder.read("state/sources.d/feed-7.source") != nil)
        #expect(folder.read("state/private/sources.d/feed-7.source") == nil)
        daemon.end()
        #expect(try names(LiveDaemon(folder)).count == 200)
    }

    @Test func `even root imports with a group member's rights`() throws {
        let daemon = try LiveDaemon(folder)
        let found = try messages(
            daemon,
            [
                context("a", "https://a.invalid/", ["AllowPrivate": "yes"]),
                context("b", "https://a.invalid/", ["Credential": "key"]), context("c", "file:///etc/passwd"),
                context("d", "http://a.invalid/"), context("e", "http://a.invalid/", ["AllowHTTP": "yes"]),
                ["name": "f", "kind": "feed", "path": "/etc/passwd"],
                ["name": "../g", "kind": "feed", "url": "https://a.invalid/"],
                context("e", "https://a.invalid/"),
            ])
        #expect(found.map { $0 == nil } == [false, false, false, false, true, false, false, false])
        #expect(
            found[0]?.contains("AllowPrivate=yes is allowed only in definition files or for root") == true)
        try daemon.turn { (try? names(daemon)) == ["e"] }
    }

    @Test func `a trial changes nothing, and an existing source is not replaced`() throws {
        folder.write(
            "etc/sources.d/news.source", "[Source]\nKind=feed\nURL=https://a.invalid/\nRefresh=on-demand\n")
        let daemon = try LiveDaemon(folder)
        let contexts = [context("news", "https://b.invalid/"), context("other", "https://b.invalid/")]
        #expect(try messages(daemon, contexts, dryRun: true) == ["news exists already", nil])
        #expect(folder.read("state/sources.d/other.source") == nil)
        #expect(try messages(daemon, contexts) == ["news exists already", nil])
        #expect(try messages(daemon, contexts) == ["news exists already", "other exists already"])
    }

    @Test func `users without the right to add sources cannot import`() throws {
        let daemon = try LiveDaemon(folder, isOrdinary: true)
        let refusal = daemon.refusal(
            of: "AddSources", ["contexts": .array([context("a", "https://a.invalid/")])])
        #expect(refusal == .permissionDenied)
    }
}
