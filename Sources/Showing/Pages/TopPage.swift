public import AlmanacValues
import Records

/// A screen with all sources and the newest changes, as high as the terminal.
public struct TopPage: Showable {
    /// The content of the screen.
    public struct Content {
        /// The sources shown, in order.
        public var sources: [Source]
        /// The number of all sources and their states.
        public var counts: SourceCounts
        /// The failures of the daemon itself.
        public var failures: [DaemonFailure] = []
        /// The index of the selected source, counted from 0.
        public var selected = 0
        /// The changes, newest last.
        public var changes: [Event] = []
        /// The warnings that apply, and why there may be others.
        public var warnings = WarningAnswer()
        /// The result of the last key; empty for none.
        public var message = ""
        /// Whether only failing sources are shown.
        public var isPicky = false

        /// Makes content of sources.
        public init(_ sources: [Source]) {
            self.sources = sources
            counts = SourceCounts(sources)
        }
    }

    private let content: Content
    private let height: Int

    /// Makes a screen with this number of lines.
    public init(_ content: Content, height: Int) {
        self.content = content
        self.height = height
    }

    /// Returns the screen: a summary, what the daemon cannot do, the worst warning and why there may be
    /// others, the sources around the selected one, the newest changes, the keys.
    public func lines(on paper: Paper) -> [Line] {
        let table = table(paper)
        let warning = WarningLine(content.warnings).lines(on: paper)
        let failures = content.failures.map { $0.line(on: paper) }
        let room = max(3, height - 4 - warning.count - failures.count)
        let shown = window(table, room: max(2, min(table.count, room - min(content.changes.count, room / 3))))
        let changes = content.changes.suffix(max(0, room - shown.count)).flatMap {
            ChangeLine($0).lines(on: paper)
        }
        let page = [summary(paper)] + failures + warning + shown + [Line()] + changes
        let filled = page + Array(repeating: Line(), count: max(0, height - 1 - page.count))
        return (filled.prefix(height - 1) + [keys]).map { $0.cut(to: paper.width) }
    }

    private func summary(_ paper: Paper) -> Line {
        let counts = content.counts
        let state = content.failures.isEmpty ? counts.words : counts.troubles
        let parts = [
            Line(counted(counts.all, "source")), state,
            Line(content.isPicky ? "only failing ones shown" : ""),
        ]
        return Line("almanac", .strong) + "  " + Line(paper.zone.clock(paper.now)) + "  "
            + parts.joined(by: ", ")
    }

    /// Returns the column titles and a line for each source.
    private func table(_ paper: Paper) -> [Line] {
        let rhythms = content.sources.map { $0.runtime.rhythm?.mark(on: paper) ?? "" }
        let widest = rhythms.map(\.cells).max() ?? 0
        let learned = widest > 0 ? [Column("RHYTHM", isWhole: true, rank: 0)] : []
        let columns =
            [
                Column(" "), Column("SOURCE", isWhole: true), Column("HEALTH", isWhole: true),
                Column("RECORDS", isNumber: true, isWhole: true, rank: 2),
                Column("CHANGED", isWhole: true, rank: 4), Column("FETCHED", isWhole: true, rank: 5),
                Column("NEXT", isWhole: true, rank: 3),
            ] + learned + [Column("WHY", isWhole: true, rank: 1)]
        let used = widest > 0 ? max(widest, 6) + 2 : 0
        let rows = content.sources.enumerated().map { index, source in
            Table.Row(
                [Line(index == content.selected ? "▸" : "", .strong)] + cells(of: source, on: paper)
                    + (widest > 0 ? [Line(rhythms[index])] : []) + [why(source.runtime, used, on: paper)])
        }
        return Table(columns, rows: rows).lines(on: paper)
    }

    private func cells(of source: Source, on paper: Paper) -> [Line] {
        let runtime = source.runtime
        let next = runtime.attempt != nil ? "running" : runtime.next.map(paper.wait) ?? ""
        return [
            Line(source.name), runtime.standing.line, Line(grouped(runtime.records)),
            Line(runtime.changed.map(paper.age) ?? ""), Line(runtime.fetched.map(paper.age) ?? "never"),
            Line(next),
        ]
    }

    /// Returns the reason of a failure, as far as there is room besides the columns of all sources and so
    /// many further cells.
    private func why(_ runtime: Runtime, _ used: Int, on paper: Paper) -> Line {
        let others = 42 + used + (content.sources.map(\.name.cells).max() ?? 0)
        let room = paper.width - others - 22
        let why = runtime.failure?.line ?? runtime.overdueLine(on: paper)
        return room < 10 ? Line() : why?.cut(to: room) ?? Line()
    }

    /// Returns the column titles and the rows around the selected one that fit.
    private func window(_ table: [Line], room: Int) -> [Line] {
        guard table.count > room, room > 1 else { return table }
        let rows = room - 1
        let first = max(0, min(content.selected - rows / 2, content.sources.count - rows))
        return [table[0]] + table[(1 + first)..<(1 + first + rows)]
    }

    private var keys: Line {
        let keys = [("↑↓", "select"), ("r", "refresh"), ("f", "only failing"), ("q", "quit")]
        let line = keys.map { Line($0.0, .strong) + Line(" \($0.1)") }.joined(by: "  ")
        return content.message.isEmpty ? line : line + "   " + Line(content.message)
    }
}
