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
            "With --json, the last line is an object with since, the beginning of the period; marked, whether it "
                + "is that of a cursor; cursor, its end; and, if known, logSince, the time of the log's oldest change.",
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
        let gaps = log.digest.gaps.list { output.paper.when($0) } + asked.flatMap(\.readingGaps)
        write(
            DigestPage(
                log.digest, from: mark.map { .marked($0.at) } ?? log.start(after: earliest),
                asked: asked.count { !$0.isLink }, gaps: gaps, most: most, advice: "--limit shows them"),
            until: log.cursor)
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
        var log = SinceLog(from: start)
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

    private func write(_ page: DigestPage, until cursor: String) {
        guard output.json != nil else { return output.show(page) }
        let changes = page.digest.groups.flatMap(\.entries).map(\.json)
        output.write(changes + [page.summary(until: cursor)])
    }
}

/// The changes since a cursor, as far as the log has them.
private struct SinceLog {
    private(set) var digest = ChangeDigest()
    private(set) var cursor = ""
    /// The position of the following page; `nil` after the last one.
    private(set) var next: String?

    /// Makes the changes since a beginning, without any.
    init(from start: LogStart) { digest.gaps = LogGaps(from: start) }

    /// Adds the next page.
    mutating func add(_ page: LogPage, matching patterns: ChangePatterns) {
        digest.add(page.changes.filter(patterns.match))
        digest.gaps.add(page, where: patterns.match)
        cursor = page.cursor
        next = page.next
    }

    /// Returns the beginning of the usual period; the log may begin later.
    func start(after earliest: UTC) -> DigestPage.Start {
        let advice = "--mark stores one"
        guard let beginning = digest.gaps.beginning, beginning > earliest else {
            return .usual(earliest, advice: advice)
        }
        return .beginning(beginning, advice: advice)
    }
}
