import Glibc
import Records
import Systemd
import TestDaemon
import Testing
import Varlink

/// `since`: what changed since the user last looked.
@MainActor @Suite struct SinceCommandTests {
    private let daemon: ScriptedDaemon
    private let state: String

    init() throws {
        daemon = try ScriptedDaemon()
        state = daemon.directory + "/.local/state/almanac/since-default"
        serve(health: "fresh")
    }

    private func serve(health: String, rejected: Int = 0) {
        let runtime: JSON = [
            "health": .string(health), "records": 1, "rejected": .int(rejected), "generation": 1,
            "fetchedUSec": 1_793_714_520_000_000,
        ]
        let kinds = ["news": "feed", "wards": "table", "storms": "alert"]
        daemon.on("ListSources") { call in
            let globs = call.parameters["selector"]?["sources"]?.array?.compactMap(\.string) ?? ["*"]
            let found = kinds.sorted { $0.key < $1.key }.filter { name, _ in
                globs.contains { Glob($0).matches(name) }
            }
            call.reply([
                "sources": .array(
                    found.map {
                        ["context": ["name": .string($0), "kind": .string($1)], "runtime": runtime]
                    })
            ])
        }
    }

    /// Answers with changes, newest first, two on a page.
    private func answer(_ all: [JSON], cut: JSON? = nil, from: JSON? = nil, unknown: JSON? = nil) {
        daemon.on("GetChanges") { call in
            let start = call.parameters["next"]?.string.flatMap { Int($0) } ?? 0
            let end = min(start + 2, all.count)
            call.reply(
                .members([
                    "changes": .array(Array(all[start..<end])), "cursor": "a.9",
                    "next": end < all.count ? .string(String(end)) : nil, "cut": start == 0 ? cut : nil,
                    "fromUSec": from, "unknown": unknown,
                ]))
        }
    }

    private func change(
        _ number: Int, _ kind: String, _ source: String, _ key: String, _ title: String? = nil,
        data: JSON? = [:], previous: JSON? = nil
    ) -> JSON {
        .members([
            "event": .string(kind), "cursor": .string("a.\(number)"), "source": .string(source),
            "key": .string(key), "title": title.map(JSON.string), "generation": 1,
            "realtimeUSec": .int(1_793_714_520_000_000 + number * 60_000_000), "data": data,
            "previous": previous, "patch": previous.map { _ in data ?? [:] },
        ])
    }

    private func since(_ words: String...) throws -> Ended {
        try daemon.run(["since"] + words, environment: ["TZ": "UTC"])
    }

    private func lines(_ run: Ended) throws -> [JSON] {
        try run.output.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
    }

    private var asked: JSON? { daemon.asked.last { $0.method == "GetChanges" }?.parameters }

    @Test func `the first run shows the last day and says so; --mark continues from there`() throws {
        answer([change(1, "added", "news", "a", "First snow")])
        let first = try since("--mark")
        #expect(first.status == 0 && first.error.isEmpty)
        #expect(first.output.hasPrefix("no cursor yet, so since "))
        #expect(first.output.contains("\nnews: 1 new\n") && first.output.contains("new First snow"))
        #expect(asked?["since"] == nil && asked?["sinceUSec"]?.int != nil)
        answer([])
        let second = try since()
        #expect(
            second.output.hasPrefix("since ") && second.output.hasSuffix("nothing changed in 3 sources\n"))
        #expect(asked?["since"] == "a.9")
        var facts = stat()
        #expect(stat(state, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    }

    @Test func `a record is listed once with its newest state, and removed ones last`() throws {
        answer([
            change(6, "removed", "wards", "3", data: nil),
            change(5, "changed", "wards", "1", "Ward 1", data: ["beds": 9], previous: ["beds": 8]),
            change(4, "changed", "wards", "1", "Ward 1", data: ["beds": 8], previous: ["beds": 7]),
            change(3, "added", "wards", "2", "Ward 2"), change(2, "added", "wards", "3", "Ward 3"),
        ])
        let run = try since()
        let lines = run.output.split(separator: "\n").dropFirst().map {
            $0.split(separator: "Z  ").last ?? ""
        }
        #expect(
            lines == [
                "wards: 1 new, 1 changed, 1 removed", "Ward 1: Beds 7 → 9 (2 changes)", "new Ward 2",
                "removed Ward 3 (2 changes)",
            ])
    }

    @Test func `records whose keys differ only in their bytes are listed each`() throws {
        answer([change(2, "added", "wards", "caf\u{e9}"), change(1, "added", "wards", "cafe\u{301}")])
        let output = try since().output
        #expect(output.contains("wards: 2 new\n"), "\(output)")
    }

    @Test func `severe warnings come first, and warnings alone selects alerts`() throws {
        let data: [JSON] = ["Minor", "Extreme"].map { ["phase": "in force", "level": .string($0)] }
        answer([
            change(4, "added", "news", "a", "First snow"),
            change(3, "added", "storms", "b", "Frost", data: data[0]),
            change(2, "added", "storms", "c", "Hurricane", data: data[1]),
        ])
        let output = try since("warnings").output
        #expect(asked?["selector"]?["kinds"] == ["alert"])
        let places = ["Hurricane", "Frost", "First snow"].map { output.firstRange(of: $0)?.lowerBound }
        #expect(
            places.allSatisfy { $0 != nil } && places.compactMap(\.self) == places.compactMap(\.self).sorted()
        )
    }

    @Test func `JSON has the net change of each record and how many changes it stands for`() throws {
        answer([
            change(3, "changed", "wards", "1", data: ["beds": 9], previous: ["beds": 8]),
            change(2, "changed", "wards", "1", data: ["beds": 8], previous: ["beds": 7]),
        ])
        let run = try since("--json")
        let json = try #require(try lines(run).first)
        #expect(json["event"] == "changed" && json["changes"] == 2 && json["cursor"] == "a.3")
        #expect(json["patch"] == ["beds": 9] && json["previous"] == ["beds": 7])
    }

    @Test func `JSON ends with the period, which may begin with the log`() throws {
        answer([])
        let first = try #require(try lines(since("--json", "--mark")).last)
        #expect(first["marked"] == false && first["cursor"] == "a.9" && first["unknown"] == nil)
        #expect(first["since"]?.string != nil && first["logSince"] == nil)
        #expect(try lines(since("--json")).last?["marked"] == true)
        let moment = daemon.loop.wall - .seconds(60)
        answer([change(1, "added", "news", "a")], from: .int(moment.microseconds))
        let later = try since("news", "--json", "--name", "other")
        #expect(try lines(later).last?["since"]?.string == moment.description, "\(later.output)")
        #expect(try lines(later).last?["logSince"]?.string == moment.description)
        #expect(later.status == 0)
    }

    @Test func `nothing changed only since the log began`() throws {
        answer([])
        let empty = try since()
        #expect(empty.output.contains("no change of 3 sources is known"), "\(empty.output)")
        answer([], from: .int((daemon.loop.wall - .seconds(60)).microseconds))
        let young = try since()
        #expect(young.output.hasPrefix("no cursor yet, so since the log begins, "), "\(young.output)")
        #expect(young.output.contains("nothing changed in 3 sources"))
        answer([], from: .int((daemon.loop.wall - .seconds(200_000)).microseconds))
        let old = try since()
        #expect(!old.output.contains("the log begins") && old.output.contains("nothing changed in 3 sources"))
    }

    @Test func `a record is as before only if all changes since the cursor are known`() throws {
        let changes = [
            change(4, "changed", "wards", "1", "Ward 1", data: ["beds": 7], previous: ["beds": 8]),
            change(3, "changed", "wards", "1", "Ward 1", data: ["beds": 8], previous: ["beds": 7]),
            change(2, "added", "news", "a", "First snow"),
        ]
        answer(changes)
        #expect(try since().output.contains("Ward 1: as before (2 changes)"))
        let lost: JSON = [["source": "wards", "reason": "log"]]
        for (cut, unknown, isNewsKnown) in [(true, nil, false), (nil, lost, true)] as [(JSON?, JSON?, Bool)] {
            answer(changes, cut: cut, from: 1_793_714_520_000_000, unknown: unknown)
            let run = try since()
            #expect(run.status == 4 && run.output.contains("Ward 1: changed; its state before is not known"))
            #expect(run.output.contains(isNewsKnown ? "new First snow" : "added First snow"), "\(run.output)")
            #expect(run.output.contains(isNewsKnown ? "news: 1 new" : "news: 1 added"))
            let json = try lines(since("--json"))
            #expect(json.first { $0["source"] == "wards" }?["cut"] == true)
            #expect(json.first { $0["source"] == "news" }?["cut"] == (isNewsKnown ? nil : true))
        }
    }

    @Test(
        arguments: [
            ["event": "renamed", "cursor": "a.2", "source": "news", "key": "b", "realtimeUSec": 1],
            ["event": "added", "cursor": "a.2", "source": "news", "realtimeUSec": 1], ["cursor": "a.2"], 7,
        ] as [JSON])
    func `changes that cannot be read are counted`(odd: JSON) throws {
        answer([odd, change(1, "added", "news", "a", "First snow"), odd])
        let run = try since()
        #expect(run.status == 4 && run.output.contains("unknown: log: 2 changes could not be read"))
        #expect(run.output.contains("added First snow"))
        answer([odd])
        let none = try since("--json")
        #expect(none.status == 4)
        #expect(try lines(none).last?["unknown"]?.array?.first?["source"] == "log", "\(none.output)")
        answer([], unknown: [["reason": "log"]])
        #expect(try since().status == 4)
    }

    @Test func `what the log or a source lacks is unknown, and the status is 4`() throws {
        answer([], cut: true, from: 1_793_714_520_000_000)
        let cut = try since()
        #expect(cut.status == 4 && cut.output.contains("unknown: log: it begins at"), "\(cut.output)")
        #expect(cut.output.contains("no change of 3 sources is known"))
        #expect(!cut.output.contains("nothing changed"))
        answer([], unknown: [["source": "wards", "reason": "log", "fromUSec": 1_793_714_520_000_000]])
        let trimmed = try since("--json")
        #expect(trimmed.status == 4 && trimmed.output.contains(#""source":"wards""#))
        answer([])
        serve(health: "failing")
        let old = try since("wards")
        #expect(old.status == 4 && old.output.contains("unknown: wards is failing"), "\(old.output)")
        #expect(!old.output.contains("storms"))
        serve(health: "fresh", rejected: 2)
        let unread = try since("wards")
        #expect(unread.status == 4 && unread.output.contains("unknown: wards"), "\(unread.output)")
        #expect(!unread.output.contains("nothing changed"))
    }

    @Test func `a cursor is of what was shown`() throws {
        answer([])
        _ = try since("news", "--mark")
        _ = try since()
        #expect(asked?["since"] == nil)
        _ = try since("--mark")
        _ = try since("wards")
        #expect(asked?["since"] == "a.9")
        _ = try since("--name", "kitchen")
        #expect(asked?["since"] == nil)
    }

    @Test func `a cursor of one record of a source is none of its others`() throws {
        answer([])
        _ = try since("news/a", "wards", "--mark")
        _ = try since("news", "wards")
        #expect(asked?["since"] == nil)
        _ = try since("wards", "news/a")
        #expect(asked?["since"] == "a.9")
    }

    @Test func `the cursor stays if the output cannot be written`() throws {
        answer([change(1, "added", "news", "a", "First snow")])
        _ = try Running(["since", "--mark"], on: daemon, sink: "/dev/full").end()
        #expect(access(state, F_OK) != 0)
    }

    @Test(arguments: [
        (["nosuch"], 1, "no source \"nosuch\""), (["--name", "a/b"], 64, "--name a/b has other characters"),
        (["--limit", "0"], 64, "--limit 0 is not a number above 0"),
    ])
    func `wrong words are named`(words: [String], status: Int32, complaint: String) throws {
        answer([])
        let run = try daemon.run(["since"] + words)
        #expect(run.status == status && run.error.contains(complaint), "\(run.error)")
    }

    @Test func `cursors that cannot be read do not count as none`() throws {
        answer([])
        _ = try since("--mark")
        unlink(state)
        #expect(symlink(state, state) == 0)
        let run = try since()
        #expect(run.status == 66 && run.error.contains("cannot read the cursors"), "\(run.error)")
    }

    @Test func `a file that has no cursors is named, and stays`() throws {
        answer([])
        _ = try since("--mark")
        let file = try #require(fopen(state, "we"))
        fputs("nonsense\n", file)
        fclose(file)
        let run = try since("--mark")
        #expect(run.status == 78 && run.error.contains("contains no cursors"))
    }
}
