public import AlmanacValues
import Records

/// Remarks for the reader of a source's records: that there are none yet, that they are old, and why; nothing
/// if all is well.
public struct SourceNote: Showable {
    private let source: Source
    private let isEmpty: Bool

    /// Makes the note for a source; `isEmpty` says whether no records are shown.
    public init(_ source: Source, isEmpty: Bool) {
        self.source = source
        self.isEmpty = isEmpty
    }

    /// Returns the note in one or two sentences; no lines if there is nothing to remark.
    public func lines(on paper: Paper) -> [Line] {
        state(paper) + missing.wrapped(to: paper.width).filter { !$0.isEmpty }
    }

    /// The number of records that are missing: `341 of 440: 29 suppressed, 70 without a row; 2 could not be
    /// read (almanac rejects schools)`.
    private var missing: Line {
        let omitted = source.omission.map { source.isJoin ? $0 : "omitted: \($0)" } ?? ""
        let rejected = source.runtime.rejected
        let unread =
            rejected == 0 ? "" : "\(grouped(rejected)) could not be read (almanac rejects \(source.name))"
        let notes = source.runtime.notes
        return Line(([omitted, unread] + notes).filter { !$0.isEmpty }.joined(separator: "; "), .faint)
    }

    private func state(_ paper: Paper) -> [Line] {
        if let failure = source.runtime.failure {
            return failing(failure, on: paper).wrapped(to: paper.width)
        }
        guard let fetched = source.runtime.fetched else {
            return (Line(source.name, .strong) + " has no data yet" + Line(next(paper))).wrapped(
                to: paper.width)
        }
        if source.standing == .stale {
            let age = Line(": the data are from \(paper.moment(fetched))\(next(paper))")
            return (Line(source.name, .strong) + " is " + source.runtime.standing.line + age).wrapped(
                to: paper.width)
        }
        // Where a part could not be read or was left out, a record may be missing.
        return isEmpty && source.readingGaps.isEmpty ? ["no records"] : []
    }

    private func failing(_ failure: Failure, on paper: Paper) -> Line {
        let data =
            source.runtime.fetched.map { "; the data are from \(paper.moment($0))" }
            ?? "; there are no data yet"
        return Line(source.name, .strong) + " is " + source.runtime.standing.line + ": "
            + failure.line(of: source.standing)
            + Line(data + next(paper))
    }

    private func next(_ paper: Paper) -> String {
        source.runtime.next.map { ", next attempt \(paper.wait($0))" } ?? ""
    }
}
