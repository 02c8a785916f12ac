import Glibc
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

/// `almanac add` of addresses that installed definitions are for.
@MainActor @Suite struct AddDefinedTests {
    private let shelf: DefinitionShelf
    private var daemon: ScriptedDaemon { shelf.daemon }

    init() throws {
        shelf = try DefinitionShelf()
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        // The definitions as they are shipped.
        let shipped = "\(root)/etc/sources.d"
        mkdir(shelf.library + "/sources.d/examples", 0o755)
        for folder in ["", "/examples"] {
            for file in try FileNames.of(shipped + folder) where file.hasSuffix("@.source") {
                let bytes = File.read("\(shipped)\(folder)/\(file)") ?? []
                try File.write(
                    String(decoding: bytes, as: UTF8.self), "\(shelf.library)/sources.d\(folder)/\(file)")
            }
        }
        try daemon.answer("AddSource", "{}")
    }

    @Test(arguments: [
        ("https://www.reddit.com/r/swift/", "reddit@swift"),
        ("http://old.reddit.com/r/swift", "reddit@swift"),
        ("https://reddit.com/r/swift/new.rss", "reddit@swift"),
        ("https://www.youtube.com/channel/UCsXVk37bltHxD1rDPwtNM8Q", "youtube@UCsXVk37bltHxD1rDPwtNM8Q"),
        ("https://gitlab.com/group/name/-/releases", "gitlab-releases@group:name"),
        ("https://github.com/owner/name/releases#latest", "github-releases@owner:name"),
        ("https://Mastodon.social/@Gargron.rss", "mastodon@mastodon.social:Gargron"),
        ("https://www.social.example/@user.rss", "mastodon@www.social.example:user"),
    ])
    func `the example is enabled without a request for the page`(_ address: String, _ name: String) throws {
        daemon.serve()
        #expect(try shelf.run("add", address).status == 0)
        let stem = name.prefix { $0 != "@" }
        let target = shelf.target(name) ?? ""
        #expect(target.hasSuffix("/\(stem)@.source"))
        #expect(daemon.asked.allSatisfy { $0.method != "Discover" && $0.method != "AddSource" })
    }

    @Test func `the feed that is found on a page is enabled by its example`() throws {
        daemon.serve()
        let feed = "https://www.youtube.com/feeds/videos.xml?channel_id=UCx"
        daemon.on("Discover") { call in
            if call.parameters["context"]?["url"]?.string == feed {
                return call.reply(["url": .string(feed), "kind": "feed", "feeds": []])
            }
            let found: JSON = [
                "url": .string(feed), "format": "unknown", "origin": "site", "isOfComments": false,
            ]
            call.reply(["url": "https://www.youtube.com/@swift", "feeds": [found]])
        }
        #expect(try shelf.run("add", "https://www.youtube.com/@swift").status == 0)
        #expect(shelf.target("youtube@UCx") != nil)
        #expect(daemon.asked.allSatisfy { $0.method != "AddSource" })
    }

    @Test func `an address that is a source already is not added again`() throws {
        daemon.serve([
            [
                "context": ["name": "posts", "kind": "feed", "url": "https://www.reddit.com/r/swift/.rss"],
                "runtime": ["health": "fresh", "records": 1, "rejected": 0, "generation": 1],
            ]
        ])
        let run = try shelf.run("add", "https://www.reddit.com/r/swift")
        #expect(run.status == 0 && shelf.target("reddit@swift") == nil)
        #expect(run.output.contains("https://www.reddit.com/r/swift is already the source posts; --name"))
    }

    @Test(arguments: [
        ["https://www.reddit.com/r/swift/comments/1"], ["https://www.reddit.com/r/"],
        ["https://github.com/owner/name/tree/releases"],
        ["https://www.reddit.com/r/swift", "--name", "mine"],
        ["https://www.reddit.com/r/swift", "--every", "2h"],
    ])
    func `another address, or a source with options, is discovered as usual`(_ words: [String]) throws {
        daemon.serve()
        daemon.on("Discover") { call in
            let url = call.parameters["context"]?["url"] ?? ""
            call.reply(["url": url, "kind": "feed", "feeds": []])
        }
        _ = try daemon.run(
            ["add"] + words + ["--config", shelf.configuration, "--library", shelf.library])
        #expect(daemon.asked.contains { $0.method == "Discover" })
        #expect(shelf.target("reddit@swift") == nil)
    }

    @Test func `a transient source is added by the daemon with its template`() throws {
        daemon.serve()
        #expect(try shelf.run("add", "https://www.reddit.com/r/swift", "--transient").status == 0)
        let added = daemon.asked.last { $0.method == "AddSource" }?.parameters
        #expect(added == ["context": ["name": "reddit@swift"], "persist": false])
    }
}
