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

    /// Returns the page: the daemon, the counts, then only the sources that need attention.
    public func lines(on paper: Paper) -> [Line] {
        var lines = summary(paper).wrapped(to: paper.width) + facts(paper).lines(on: paper)
        for source in sources where needsLook(source) {
            lines += [Line()] + SourcePage(source).lines(on: paper)
        }
        return lines
    }

    private func summary(_ paper: Paper) -> Line {
        let failing = sources.count { $0.runtime.health == .failing }
        let state = failing == 0 ? Line("all well", .good) : Line("\(failing) failing", .bad)
        return Line("almanacd \(status.version)", .strong) + "  "
            + Line(counted(status.sources ?? sources.count, "source")) + ", " + state
    }

    private func facts(_ paper: Paper) -> Fields {
        var fields = Fields()
        fields.add("Running", status.started.map { Line("since \(paper.moment($0))") })
        fields.add("Records", status.records.map { Line(grouped($0)) })
        fields.add("Subscribers", status.subscribers.map { Line(grouped($0)) })
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
        source.runtime.failure != nil || !source.runtime.notes.isEmpty || !source.runtime.drift.isEmpty
    }
}
