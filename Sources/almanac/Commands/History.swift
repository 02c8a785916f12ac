import AlmanacClient
import AlmanacValues
import Programs
import Records
import Showing

extension Command {
    /// Lists the changes of records.
    static let history = Command(
        "history", operands: "SOURCE[/KEY]", count: 1...1,
        summary: "List the changes of a source or a record, newest first",
        details: [
            "Each record that was added, changed or removed, with what changed; such as: almanac history "
                + "metar@KPWM --since yesterday",
            "As CSV or TSV, each change is a row with the members that the record then had, one per column; "
                + "such as: almanac history metar@KPWM --between -1week now --format csv --columns time,temperature",
        ],
        options: [
            Option(
                "since", value: "MOMENT", summary: "earliest time, such as yesterday, 2h, 14:02, 2026-11-03"),
            Option("until", value: "MOMENT", summary: "latest time"),
            Option(
                "between", value: "FROM TO", summary: "both, such as -1week now; all changes of that time"),
            Option(
                "limit", value: "COUNT",
                summary: "maximum number of changes (default 50; all of a period, or as CSV or TSV)"),
            Option("columns", value: "A,B", summary: "members to print as columns of CSV or TSV"),
            Option("format", value: "table|json|csv|tsv", summary: "output format"),
        ]
    ) { invocation throws(CommandError) in
        try HistoryCommand(invocation).run()
    }
}

/// The command that lists changes.
private struct HistoryCommand {
    /// The number of changes of a page without a stated limit.
    private static let usual = 50
    /// The words for a log that does not reach back to the beginning.
    private static let cutWords = "earlier changes are no longer in the log"

    private let invocation: Invocation
    private let output: Output
    private let daemon: Daemon
    private let target: String
    private let format: String
    private let since: UTC?
    private let until: UTC?
    private let limit: Int?

    init(_ invocation: Invocation) throws(CommandError) {
        self.invocation = invocation
        output = try Output(invocation)
        format = try HistoryCommand.format(of: invocation)
        let period = try HistoryCommand.period(of: invocation)
        if let period {
            since = period.from
            until = period.to
        } else {
            since = try invocation.moment("since")
            until = try invocation.moment("until")
        }
        let isOpen = format == "table" || format == "json"
        limit = try invocation.count("limit") ?? (period == nil && isOpen ? HistoryCommand.usual : nil)
        daemon = try Daemon(invocation)
        target = invocation.operands[0]
    }

    func run() throws(CommandError) -> CommandStatus {
        var changes: [Event] = []
        var next: String?
        var isCut = false
        var unread = 0
        repeat {
            let page = try daemon.ask(request(limit.map { $0 - changes.count }, next))
            changes += page.changes
            next = page.next
            isCut = page.isCut
            unread += page.unread
        } while next != nil && changes.count < limit ?? .max
        let cut = daemon.cut(
            changes.count, limit: next == nil ? nil : limit, of: request(limit, nil), "changes")
        let isIncomplete = isCut && since != nil
        // In the other formats, only standard error says that the log is cut.
        try write(changes, cut, gaps(unread, isCut: isIncomplete && format == "json"))
        if isCut { Terminal.warn("almanac: \(HistoryCommand.cutWords); Log= sets its size") }
        return unread > 0 || isIncomplete ? .incomplete : .success
    }

    /// Returns the reasons why changes that were asked for are missing.
    private func gaps(_ unread: Int, isCut: Bool) -> [Gap] {
        let lost = unread > 0 ? [unreadWords(unread, "change")] : []
        let words = lost + (isCut ? [HistoryCommand.cutWords] : [])
        return words.map { Gap(source: RecordKey.split(target).source, .remark($0)) }
    }

    private func request(_ limit: Int?, _ next: String?) -> Request<ChangePage> {
        let (source, key) = RecordKey.split(target)
        return .changes(
            of: source, key: key, since: since, until: until, limit: limit.map { min($0, 1000) } ?? 1000,
            next: next)
    }

    private func write(_ changes: [Event], _ cut: Cut, _ gaps: [Gap]) throws(CommandError) {
        if let format = DelimitedText.Format(rawValue: format) {
            let columns = invocation.all("columns").flatMap { $0.split(separator: ",") }.map(String.init)
            for name in columns where !changes.contains(where: { $0.item?.has(name) ?? false }) {
                try daemon.check(
                    member: name, of: Selector(sources: [Selector.literal(RecordKey.split(target).source)]))
            }
            output.write(DelimitedText(of: changes, columns: columns), format)
            output.warn(of: gaps)
        } else if format == "json" {
            output.write(changes.map(\.json) + [gaps.unknownJSON].compactMap(\.self))
        } else {
            return output.show(PageSequence([GapList(gaps), History(of: target, changes), cut]))
        }
        output.warn(cut)
    }

    private static func format(of invocation: Invocation) throws(CommandError) -> String {
        let isJSON = invocation["json"] != nil && invocation["json"] != "off"
        let format = invocation["format"] ?? (isJSON ? "json" : "table")
        let known = ["table", "json", "csv", "tsv"]
        guard known.contains(format) else {
            let names = known.joined(separator: ", ")
            throw .usage(
                "--format \(format) is not one of \(names)\(known.suggestion(for: format))", see: "history")
        }
        if invocation.has("columns"), !["csv", "tsv"].contains(format) {
            throw .usage("--columns needs --format csv or tsv", see: "history")
        }
        return format
    }

    /// Returns the period of `--between`; `nil` if it is not given.
    private static func period(of invocation: Invocation) throws(CommandError) -> (from: UTC, to: UTC)? {
        let texts = invocation.all("between").suffix(2)
        guard texts.count == 2 else { return nil }
        if let option = ["since", "until"].first(where: invocation.has) {
            throw .usage("--between cannot be combined with --\(option)", see: "history")
        }
        var moments: [UTC] = []
        for text in texts { moments.append(try invocation.moment(said: text, of: "between")) }
        guard moments[0] <= moments[1] else {
            throw .usage("--between \(texts.joined(separator: " ")) ends before it begins", see: "history")
        }
        return (moments[0], moments[1])
    }
}
