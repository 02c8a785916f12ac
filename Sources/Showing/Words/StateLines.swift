public import AlmanacValues
public import Records

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
        state(paper) + overdue(paper) + missing.wrapped(to: paper.width).filter { !$0.isEmpty }
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

    /// The publication that is missing, after the name of the source.
    private func overdue(_ paper: Paper) -> [Line] {
        guard let line = source.runtime.overdueLine(on: paper) else { return [] }
        return (Line(source.name, .strong) + " is " + line).wrapped(to: paper.width)
    }

    private func state(_ paper: Paper) -> [Line] {
        if let failure = source.runtime.failure {
            return failing(failure, on: paper).wrapped(to: paper.width)
        }
        guard let fetched = source.runtime.fetched else {
            return (Line(source.name, .strong) + " has no data yet" + Line(next(paper))).wrapped(
                to: paper.width)
        }
        if [.stale, .paused].contains(source.standing) {
            let age = Line(": the data are from \(paper.moment(fetched))\(next(paper))")
            return (Line(source.name, .strong) + " is " + source.runtime.standing.line + age).wrapped(
                to: paper.width)
        }
        // A record may be missing if a part could not be read or was left out.
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

extension Gap {
    /// Returns the gap in one line: `unknown: alerts-canada is stale, data from 12:13Z`.
    public func line(on paper: Paper) -> Line {
        let verb =
            switch reason {
            case .noData: " has "
            case .old: " is "
            case .unread, .remark: ": "
            }
        return Line("unknown", .fair) + Line(": \(source)\(verb)\(words { paper.moment($0) })")
    }
}

/// The reasons why nothing can be said about all records of sources.
public struct GapList: Showable {
    private let gaps: [Gap]

    /// Makes a list.
    public init(_ gaps: [Gap]) { self.gaps = gaps }

    /// Returns the reasons, each after `unknown:`; nothing without any.
    public func lines(on paper: Paper) -> [Line] {
        gaps.flatMap { $0.line(on: paper).wrapped(to: paper.width) }
    }
}

extension Standing {
    /// The standing in one word; a source whose records are current is fresh.
    public var word: String { self == .current ? "fresh" : rawValue }

    /// The word in its colour.
    public var line: Line {
        switch self {
        case .current: Line(word, .good)
        case .stale: Line(word, .strong)
        case .failing: Line(word, .bad)
        case .waiting, .empty, .paused: Line(word)
        }
    }
}

extension Failure {
    /// The failure in one line: the reason comes first, unless the message begins with it.
    public var line: Line {
        message.utf8.starts(with: reason.utf8) ? Line(message) : Line(reason, .bad) + Line(": \(message)")
    }

    /// Returns the failure in one line after the standing of its source; a source that waits does not wait
    /// twice.
    func line(of standing: Standing) -> Line { reason == standing.rawValue ? Line(message) : line }
}

extension DaemonFailure {
    /// The failure in one line: `almanacd: cannot write the records of rows: …, since 14:01Z, 6 min ago`.
    public func line(on paper: Paper) -> Line {
        Line("almanacd", .bad) + Line(": \(message), since \(paper.moment(since))")
    }
}

extension Source {
    /// Whether the source joins two others.
    var isJoin: Bool { kind == "join" }

    /// The omitted records, such as `3 suppressed`; for a join together with the total, `8 of 11: 3
    /// suppressed`; `nil` if there are none.
    package var omission: String? {
        guard !runtime.omitted.isEmpty else { return nil }
        let reasons = runtime.omitted.map { "\(grouped($0.count)) \($0.reason)" }.joined(separator: ", ")
        let all = runtime.omitted.reduce(runtime.records) { $0 + $1.count }
        return isJoin ? "\(grouped(runtime.records)) of \(grouped(all)): \(reasons)" : reasons
    }
}
