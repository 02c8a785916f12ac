public import Records

/// How the daemon and all its sources fare, at a glance.
public struct StatusPage: Showable {
    private let status: JSON
    private let sources: [Source]

    /// Makes the page of what GetStatus and ListSources answered.
    public init(status: JSON, sources: [Source]) { (self.status, self.sources) = (status, sources) }

    /// The page: the daemon, the counts, then only the sources that need a look.
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
        return Line("almanacd \(status["version"]?.string ?? "")", .strong) + "  "
            + Line(counted(status["sources"]?.int ?? sources.count, "source")) + ", " + state
    }

    private func facts(_ paper: Paper) -> Fields {
        var fields = Fields()
        fields.add("Running", status["startedUSec"]?.moment.map { Line("since \(paper.moment($0))") })
        fields.add("Records", status["records"]?.int.map { Line(grouped($0)) })
        fields.add("Subscribers", status["subscribers"]?.int.map { Line(grouped($0)) })
        fields.add("Next", sources.compactMap(\.runtime.next).min().map { Line(paper.wait($0)) })
        fields.add("Cursor", status["cursor"]?.string.map { Line($0) })
        fields.add("Oldest", status["oldestCursor"]?.string.map { Line($0) })
        fields.add("Counters", lines: counters)
        return fields
    }

    private var counters: [Line] {
        let members = status["counters"]?.object ?? []
        return members.sorted { $0.name.precedes($1.name) }
            .compactMap { member in member.value.int.map { Line("\(readable(member.name)) \(grouped($0))") } }
    }

    private func needsLook(_ source: Source) -> Bool {
        source.runtime.failure != nil || !source.runtime.drift.isEmpty
    }
}
