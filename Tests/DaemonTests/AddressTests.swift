import Glibc
import Records
import Systemd
import Testing

/// A source with several addresses: the newest data count, and an address that fails is no failure.
@Suite(.serialized) struct AddressTests {
    private static let old = "METAR KAAB 281551Z 02003KT 10SM CLR 22/12 A2992"
    private static let new = "METAR KAAB 281651Z 02003KT 10SM CLR 22/12 A2992"
    private static let down = WebServer.Reply(status: "500 Internal Server Error")

    private func report(_ text: String) -> WebServer.Reply { WebServer.Reply(body: text + "\n") }

    @Test func `the second address answers for the first, which is asked again after a rest`() throws {
        let site = try TwoAddresses(Self.down, report(Self.old))
        #expect(try site.runtime["health"] == "fresh" && site.runtime["failure"] == nil)
        #expect(try site.raw == Self.old)
        #expect(site.targets == ["/a", "/b"])
        #expect(try site.isInUse == [false, true])
        #expect(try site.addresses.first?["failure"]?.string?.contains("500") == true)

        try site.ask(report(Self.new), report(Self.new))
        #expect(try site.targets == ["/b"] && site.raw == Self.new)
        site.pass(.seconds(3600))
        try site.ask(report(Self.new), report(Self.new))
        #expect(try site.targets == ["/a"] && site.isInUse == [true, false])
        #expect(try site.addresses.allSatisfy { $0["failure"] == nil })
        site.end()
    }

    @Test func `a source fails only if all its addresses do, and says why each`() throws {
        let site = try TwoAddresses(report(Self.old), report(Self.old))
        #expect(site.targets == ["/a"])
        #expect(try site.addresses.map { $0["answeredUSec"] != nil } == [true, false])
        try site.ask(Self.down, WebServer.Reply(status: "404 Not Found"))
        let message = try #require(site.runtime["failure"]?["message"]?.string)
        #expect(message.contains("500") && message.contains("404"))
        #expect(try site.raw == Self.old && site.targets == ["/a", "/b"])
        #expect(try site.addresses.compactMap { $0["failure"]?.string }.count == 2)
        site.end()
    }

    @Test func `an address that rests is asked before the source fails`() throws {
        let site = try TwoAddresses(Self.down, report(Self.old))
        try site.ask(report(Self.new), Self.down)
        #expect(try site.targets == ["/b", "/a"] && site.raw == Self.new)
        #expect(try site.runtime["health"] == "fresh" && site.isInUse == [true, false])
        site.end()
    }

    @Test func `an older report does not count, and its address rests`() throws {
        let site = try TwoAddresses(report(Self.new), Self.down)
        try site.ask(report(Self.old), report(Self.new))
        #expect(try site.raw == Self.new && site.targets == ["/a", "/b"])
        #expect(try site.isInUse == [false, true])
        #expect(try site.addresses.first?["failure"]?.string?.contains("older") == true)
        site.end()
    }

    @Test func `validators of one address are never sent to another`() throws {
        let tagged = WebServer.Reply(headers: ["ETag: \"a1\""], body: Self.old + "\n")
        let site = try TwoAddresses(tagged, report(Self.old))
        try site.ask(tagged, report(Self.old))
        #expect(site.heads.last?.contains("If-None-Match: \"a1\"") == true)
        try site.ask(Self.down, report(Self.new))
        #expect(site.heads.count == 2 && site.heads.last?.contains("If-None-Match") == false)
        site.end()
    }

    @Test func `the rest outlives a restart`() throws {
        let site = try TwoAddresses(Self.down, report(Self.old))
        let until = try site.addresses.first?["untilUSec"]
        try site.restart()
        #expect(try site.addresses.first?["untilUSec"] == until && until != nil)
        try site.ask(report(Self.new), report(Self.new))
        #expect(site.targets == ["/b"])
        site.end()
    }

    @Test func `a page in place of the document is no answer`() throws {
        let page = report("<!DOCTYPE html><html><body>Sorry</body></html>")
        let site = try TwoAddresses(page, report(Self.new))
        #expect(try site.raw == Self.new && site.runtime["health"] == "fresh")
        site.end()
    }

    @Test func `a report with another text at the other address is an event`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                unsetenv("JOURNAL_STREAM")
                let site = try TwoAddresses(.init(body: AddressTests.old), AddressTests.down)
                try site.ask(
                    AddressTests.down, .init(body: AddressTests.old.replacing("22/12", with: "23/12")))
                site.end()
            }
        }
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(lines.contains("pair: the report of KAAB of 2026-11-28T15:51:00Z has another text than at "))
    }

    @Test func `alerts that one address lacks stay while the other cannot be read`() throws {
        let site = try TwoAddresses(kind: "alert", list("a", "b"), list("a"))
        // The second address lacks b as well, but the first cannot be asked.
        for _ in 0..<3 {
            site.pass(.seconds(600))
            try site.ask(Self.down, list("a"))
            #expect(try site.keys == ["a", "b"])
        }
        // Both lack b: it is over after a second answer.
        for _ in 0..<3 {
            site.pass(.seconds(3600))
            try site.ask(list("a"), list("a"))
        }
        #expect(try site.keys == ["a"])
        site.end()
    }

    @Test func `alerts of both addresses are in force`() throws {
        let site = try TwoAddresses(kind: "alert", list("a", "b"), list("a"))
        for _ in 0..<4 {
            site.pass(.seconds(600))
            try site.ask(list("b"), list("a"))
            #expect(try site.keys == ["a", "b"])
        }
        site.end()
    }

    @Test func `not modified at one address never confirms the document of another`() throws {
        var tagged = list("b")
        tagged.headers = ["ETag: \"1\""]
        let site = try TwoAddresses(kind: "alert", tagged, list("a"))
        site.pass(.seconds(600))
        // The first list now lacks one, for which the second address is asked.
        try site.ask(list(), list("a"))
        for _ in 0..<4 {
            site.pass(.seconds(600))
            try site.ask(tagged, list("a"))
            #expect(try site.keys == ["a", "b"])
            #expect(site.heads.allSatisfy { !$0.contains("If-None-Match") })
        }
        site.end()
    }

    @Test func `a clock that was set back ends the rest`() throws {
        let site = try TwoAddresses(Self.down, report(Self.old))
        site.pass(.seconds(-86_400))
        try site.ask(report(Self.old), Self.down)
        #expect(site.targets == ["/a"])
        site.end()
    }

    private func list(_ names: String...) -> WebServer.Reply {
        let features = names.map {
            #"{"type":"Feature","geometry":null,"properties":{"id":"\#($0)","sent":"2026-11-28T07:00:00Z","ends":"2027-02-15T07:00:00Z","status":"Actual","messageType":"Alert","event":"Flood"}}"#
        }
        return WebServer.Reply(
            body: #"{"type":"FeatureCollection","features":[\#(features.joined(separator: ","))]}"#)
    }
}

/// A daemon with one source that has two addresses on a server.
final class TwoAddresses {
    private let folder = Folder()
    private let loop: EventLoop
    private let server: WebServer
    private var daemon: LiveDaemon
    private var replies: [String: WebServer.Reply]
    private var asked = 0

    /// Starts a daemon, which fetches the source once.
    ///
    /// - Parameters:
    ///   - kind: The kind of the source.
    ///   - first: The reply of the first address.
    ///   - second: The reply of the second one.
    /// - Throws: When the daemon cannot start.
    init(kind: String = "metar", _ first: WebServer.Reply, _ second: WebServer.Reply) throws {
        folder.wall = try NotSo.unless(UTC(iso8601: "2026-11-28T17:00:00Z"))
        loop = try EventLoop()
        server = try WebServer(on: loop)
        folder.write(
            "etc/sources.d/pair.source",
            "[Source]\nKind=\(kind)\nRefresh=6h\nURL=\(server.url("/a"))\nURL=\(server.url("/b"))\n"
                + "AllowHTTP=yes\nAllowPrivate=yes\n")
        replies = ["/a": first, "/b": second]
        daemon = try LiveDaemon(folder, on: loop)
        server.answer = { [unowned self] in answer($0) }
        try daemon.turn(until: { try runtime["fetchedUSec"] != nil || runtime["failure"] != nil })
    }

    private func answer(_ question: WebServer.Question) -> WebServer.Reply {
        var reply = replies[question.target] ?? WebServer.Reply()
        reply.headers.append("Date: \((folder.wall + folder.clockError).httpDate)")
        return reply
    }

    /// Sets both replies, and fetches the source at once.
    func ask(_ first: WebServer.Reply, _ second: WebServer.Reply) throws {
        replies = ["/a": first, "/b": second]
        asked = server.questions.count
        _ = try daemon.call("Refresh", ["selector": ["sources": ["pair"]], "wait": true])
    }

    /// Lets time pass.
    func pass(_ time: Duration) { folder.clockError += time }

    func restart() throws {
        daemon.end()
        daemon = try LiveDaemon(folder, on: loop)
    }

    func end() { daemon.end() }

    /// The paths that the last attempt requested.
    var targets: [String] { server.questions.dropFirst(asked).map(\.target) }
    /// The heads of its requests.
    var heads: [String] { server.questions.dropFirst(asked).map(\.head) }
    var runtime: JSON { get throws { try daemon.runtime(of: "pair") ?? .null } }
    var addresses: [JSON] { get throws { try runtime["addresses"]?.array ?? [] } }
    /// Whether each address is in use.
    var isInUse: [Bool?] { get throws { try addresses.map { $0["inUse"]?.bool } } }
    /// The raw text of the first record.
    var raw: String? { get throws { try records.first?["data"]?["raw"]?.string } }
    var keys: [String] { get throws { try records.compactMap { $0["key"]?.string } } }
    private var records: [JSON] { get throws { try daemon.call("GetSnapshot")["records"]?.array ?? [] } }
}
