public import AlmanacValues
import Records

/// The state of the daemon and all its sources at a glance.
public struct StatusPage: Showable {
    private let status: Status
    private let sources: [Source]

    /// Makes the page of the daemon's state and its sources.
    public init(status: Status, sources: [Source]) {
        self.status = status
        self.sources = sources
    }

    /// Returns the page: the daemon and what it cannot do, the counts, then only the sources that need
    /// attention.
    public func lines(on paper: Paper) -> [Line] {
        let failures = status.failures.flatMap { $0.line(on: paper).wrapped(to: paper.width) }
        var lines = summary.wrapped(to: paper.width) + failures + facts(paper).lines(on: paper)
        for source in sources where needsLook(source) {
            lines += [Line()] + SourcePage(source).lines(on: paper)
        }
        return lines
    }

    private var summary: Line {
        let counts = SourceCounts(sources)
        let count = Line(counted(status.sources ?? counts.all, "source"))
        // While the daemon itself fails, nothing is well, but the sources that are not count.
        let state = status.failures.isEmpty ? counts.words : counts.troubles
        return Line("almanacd \(status.version)", .strong) + "  "
            + [count, state].joined(by: ", ")
    }

    /// The names of the sources that wait for their first answer.
    private var waiting: [Line] {
        sources.filter { $0.standing == .waiting && !needsLook($0) }.map { Line($0.name) }
    }

    private func facts(_ paper: Paper) -> Fields {
        var fields = Fields()
        fields.add("Running", status.started.map { Line("since \(paper.moment($0))") })
        fields.add("Records", status.records.map { Line(grouped($0)) })
        fields.add("Subscribers", status.subscribers.map { Line(grouped($0)) })
        fields.add("Waiting", waiting.isEmpty ? nil : waiting.joined(by: " "))
        fields.add("Next", sources.compactMap(\.runtime.next).min().map { Line(paper.wait($0)) })
        fields.add("Cursor", status.cursor.map { Line($0) })
        fields.add("Oldest", status.oldestCursor.map { Line($0) })
        fields.add("Counters", lines: counters)
        fields.add("Libraries", lines: libraries)
        return fields
    }

    private var libraries: [Line] {
        status.libraries.map { Line($0.version.isEmpty ? $0.name : "\($0.name) \($0.version)") }
    }

    private var counters: [Line] {
        status.counters.map { counter in
            counter.name.hasSuffix("USec")
                ? Line("\(readable(String(counter.name.dropLast(4)))) \(grouped(counter.value)) µs")
                : Line("\(readable(counter.name)) \(grouped(counter.value))")
        }
    }

    private func needsLook(_ source: Source) -> Bool {
        source.standing == .stale || source.runtime.failure != nil || !source.runtime.notes.isEmpty
            || !source.runtime.drift.isEmpty
    }
}
