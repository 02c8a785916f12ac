import AlmanacClient
import AlmanacValues
import Programs
import Records
import Showing

extension Command {
    /// Shows what changed since the user last looked.
    static let since = Command(
        "since", operands: "[SOURCE[/KEY]]...", count: 0...1000,
        summary: "Show what changed since you last looked, by source",
        details: [
            "Each record is listed once, with its newest state, however often it changed: new, changed or "
                + "removed. SOURCE and KEY are patterns, as for watch; warnings alone selects all alerts.",
            "With --mark, the next run continues where this one ended. A cursor is of what was shown: after "
                + "almanac since news --mark, almanac since shows the changes of the other sources, too. "
                + "Without a cursor, the changes of the last 24 hours are shown.",
            "If changes are missing, because the log no longer has them or a source has no current data, a "
                + "line begins with unknown: and says why. The exit status is then 4.", Option.conditions,
        ],
        options: [
            Option("mark", summary: "store the end of what was shown, once it is written"),
            Option("name", value: "NAME", summary: "use the cursor of this name (default: default)"),
            .condition("'level in [Severe, Extreme]'"),
            Option("near", value: "PLACE|LAT,LON|here", summary: "only records near this position"),
            Option.pick,
            Option("radius", value: "DISTANCE", summary: "search radius in your unit (default 50 km)"),
            Option(
                "limit", value: "COUNT", summary: "maximum number of records of each source (default 10)"),
        ]
    ) { invocation throws(CommandError) in
        try SinceCommand(invocation).run()
    }
}

/// The command that shows what changed since a cursor.
private struct SinceCommand {
    /// The period that is shown without a cursor.
    private static let usualPeriod = Duration.seconds(24 * 3600)

    private let invocation: Invocation
    private let output: Output
    private let daemon: Daemon
    private let patterns: ChangePatterns
    private let selector: Selector
    private let cursors: MarkedCursors
    private let most: Int
    private let isOfWarnings: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        output = try Output(invocation)
        daemon = try Daemon(invocation)
        most = try invocation.count("limit") ?? DigestPage.usualCount
        cursors = try MarkedCursors(
            named: invocation["name"] ?? MarkedCursors.usualName, of: daemon.connection.socket.path)
        isOfWarnings = Command.isOfWarnings(invocation, daemon)
        patterns = ChangePatterns(isOfWarnings ? [] : invocation.operands)
        var selector = patterns.selector
        if isOfWarnings { selector.kinds = ["alert"] }
        selector.conditions = invocation.all("where")
        selector.circle = try Whereabouts(daemon, output).circle(
            of: invocation, usual: isOfWarnings ? 0 : Whereabouts.usualRadius)
        self.selector = selector
    }

    func run() throws(CommandError) -> CommandStatus {
        let mark = try cursors.mark(of: shown)
        let now = output.paper.now
        let earliest = now - SinceCommand.usualPeriod
        let log = try log(from: mark.map { .cursor($0.cursor) } ?? .moment(earliest))
        let sources = try daemon.ask(.sources(Selector()))
        try check(log, sources)
        let asked = asked(sources)
        let gaps = log.gaps(on: output.paper) + asked.flatMap(\.readingGaps)
        write(
            DigestPage(
                log.digest,
                from: mark.map { .marked($0.at) } ?? .usual(earliest, advice: "--mark stores one"),
                asked: asked.count { !$0.isLink }, gaps: gaps, most: most, advice: "--limit shows them"))
        if invocation.has("mark") { try cursors.store(log.cursor, of: shown, at: now) }
        return gaps.isEmpty ? .success : .incomplete
    }

    /// The selection that is shown, as the cursor states it.
    ///
    /// The selector does not say which key belongs to which source: patterns with keys are a part of it, too.
    private var shown: JSON {
        let selected = selector.normalized.json ?? .null
        let operands = invocation.operands
        let hasKeys = operands.contains { RecordKey.split($0).key != nil }
        guard hasKeys, operands.count > 1 else { return selected }
        let patterns = JSON.array(operands.distinct.map(JSON.string))
        return .object((selected.object ?? []) + [JSON.Member("patterns", patterns)])
    }

    private func log(from start: LogStart) throws(CommandError) -> SinceLog {
        var log = SinceLog()
        repeat {
            let page = try daemon.ask(
                .log(selector, from: start, limit: 1000, next: log.next, isStrict: true))
            log.add(page, matching: patterns)
        } while log.next != nil
        return log
    }

    /// Throws a complaint about a name that no source has, and that no removed source of the log had.
    private func check(_ log: SinceLog, _ sources: [Source]) throws(CommandError) {
        let names = sources.map(\.name) + log.digest.groups.map(\.source)
        if let name = patterns.unmatched(among: names).first {
            throw .noSuchSource(name, similar: names.nearest(to: name, limit: 3))
        }
    }

    /// Returns the shown sources that have records, and the links that deliver them.
    private func asked(_ sources: [Source]) -> [Source] {
        let wanted = sources.filter { source in
            patterns.match(source: source.name, key: nil) && source.hasRecords
                && (!isOfWarnings || source.kind == "alert")
        }
        let names = Set(wanted.map(\.name)).union(wanted.compactMap(\.link))
        return sources.filter { names.contains($0.name) }
    }

    private func write(_ page: DigestPage) {
        guard output.json != nil else { return output.show(page) }
        let changes = page.digest.groups.flatMap(\.entries).map(\.json)
        output.write(changes + [page.gaps.unknownJSON].compactMap(\.self))
    }
}

/// The changes since a cursor, as far as the log has them, and why it lacks others.
private struct SinceLog {
    private(set) var digest = ChangeDigest()
    private(set) var cursor = ""
    /// The position of the following page; `nil` after the last one.
    private(set) var next: String?
    private var isCut = false
    private var from: UTC?
    private var unknown: [UnknownPast] = []

    /// Adds the next page.
    mutating func add(_ page: LogPage, matching patterns: ChangePatterns) {
        digest.add(page.changes.filter(patterns.match))
        cursor = page.cursor
        if page.isCut {
            isCut = true
            from = page.from
        }
        unknown += page.unknown.filter { gap in
            patterns.match(source: gap.source, key: gap.key) && !unknown.contains(gap)
        }
        next = page.next
    }

    /// Returns the reasons why the log lacks changes.
    func gaps(on paper: Paper) -> [Gap] {
        let begin = from.map { "begins at \(paper.when($0))" } ?? "is empty"
        let cut = Gap(source: "log", .remark("it \(begin); earlier changes are not known"))
        return (isCut ? [cut] : [])
            + unknown.map { Gap(source: $0.source, .remark($0.words(moment: paper.when))) }
    }
}
