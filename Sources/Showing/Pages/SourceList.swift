public import AlmanacValues
import Records

/// All sources, one per row, each with its state and, below it, the reason of a failure; above them what the
/// daemon itself cannot do, and below them how many sources are not well.
public struct SourceList: Showable {
    /// The sources, in order.
    package let sources: [Source]
    /// The number of sources in each state.
    package let counts: SourceCounts
    /// The failures of the daemon itself.
    package let failures: [DaemonFailure]
    private let emptyNote: String

    /// Makes a list of sources, in their order.
    ///
    /// - Parameters:
    ///   - sources: The sources.
    ///   - all: The sources to count; `nil` for those of the list.
    ///   - failures: The failures of the daemon itself.
    ///   - emptyNote: The text to show if there are none.
    public init(
        _ sources: [Source], of all: [Source]? = nil, failures: [DaemonFailure] = [],
        ifEmpty emptyNote: String = "no sources yet; add one, such as: almanac add KPWM"
    ) {
        self.sources = sources
        self.failures = failures
        self.emptyNote = emptyNote
        counts = SourceCounts(all ?? sources)
    }

    /// Returns the list, or the text for an empty one.
    public func lines(on paper: Paper) -> [Line] {
        let list =
            sources.isEmpty
            ? Line(emptyNote).wrapped(to: paper.width) : table(on: paper).lines(on: paper)
        return failures.flatMap { $0.line(on: paper).wrapped(to: paper.width) } + list + footer(paper)
    }

    /// The counts, if a source is not well or parts of one could not be read; a text for programs has no more
    /// lines than sources.
    private func footer(_ paper: Paper) -> [Line] {
        // While the daemon itself fails, nothing is current.
        let isLossy = failures.isEmpty && counts.unread + counts.remarked > 0
        guard paper.hasLegend, !counts.areWell || isLossy else { return [] }
        return counts.line.wrapped(to: paper.width)
    }

    /// Returns the sources as rows, in their order.
    package func table(on paper: Paper) -> Table {
        Table(columns, rows: sources.map { row(of: $0, on: paper) })
    }

    private var columns: [Column] {
        [
            Column("SOURCE"), Column("HEALTH"), Column("RECORDS", isNumber: true, rank: 3),
            Column("FETCHED", isWhole: true, rank: 4), Column("NEXT", isWhole: true, rank: 2),
            Column("TITLE", rank: 1),
        ]
    }

    private func row(of source: Source, on paper: Paper) -> Table.Row {
        let runtime = source.runtime
        return Table.Row(
            [
                Line(source.name), runtime.standing.line, Line(grouped(runtime.records)),
                Line(runtime.fetched.map(paper.age) ?? "never"), next(runtime, on: paper),
                Line(source.title ?? ""),
            ],
            notes: notes(of: source, on: paper))
    }

    private func next(_ runtime: Runtime, on paper: Paper) -> Line {
        runtime.attempt != nil ? Line("running", .strong) : Line(runtime.next.map(paper.wait) ?? "")
    }

    private func notes(of source: Source, on paper: Paper) -> [Line] {
        // An attempt shorter than a second is not worth a line.
        let long = source.runtime.attempt.flatMap { paper.now - $0 < .seconds(1) ? nil : $0 }
        let attempt = long.map { Line("\(source.activity) for \(span(paper.now - $0))", .faint) }
        let failure = source.runtime.failure.map { failure in
            failure.line + Line(failure.count > 1 ? " (\(failure.count) times in a row)" : "", .faint)
        }
        let late = source.runtime.overdueLine(on: paper)
        return [attempt, failure, late, unread(of: source)].compactMap(\.self) + remarks(on: source)
    }

    /// Returns why a source that says that there is nothing may have lost something.
    private func unread(of source: Source) -> Line? {
        guard source.standing == .empty, source.runtime.rejected > 0 else { return nil }
        return Line(Gap(source: source.name, .unread(source.runtime.rejected)).words(), .faint)
    }

    /// Returns the remarks on reports, such as that their time cannot be read, which concern the age that the
    /// list states, and on a source that says that there is nothing, such as that its document is cut.
    private func remarks(on source: Source) -> [Line] {
        guard ["metar", "taf"].contains(source.kind) || source.standing == .empty else { return [] }
        return source.runtime.notes.map { Line($0, .faint) }
    }
}

extension Source {
    /// The activity of the current attempt: `asking HOST`, or that it waits for other requests to the host.
    var activity: String {
        guard let host else { return "running" }
        return isQueued ? "waiting in the queue of \(host)" : "asking \(host)"
    }

    /// Whether the current attempt waits for other requests to its host.
    var isQueued: Bool { runtime.attempt != nil && runtime.steps.last?.name == "queued" }
}
