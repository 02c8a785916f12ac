import Records

/// Changes that a reader has not taken yet, joined to one a record: its newest state, and what differs from the state
/// before the first of them.
nonisolated struct Joining {
    /// The last change that was looked at.
    var end: Int64
    private var spans: [[UInt8]: Span] = [:]
    private var bytes = 0

    private struct Span {
        let first: Change
        var last: Change
        /// Where the record was before all of them, when it was moved; `nil` otherwise.
        var place: Position?
    }

    /// Joins changes that follow a number.
    init(after number: Int64) { end = number }

    /// Whether it holds so much that it should be sent before more is joined.
    var isFull: Bool { spans.count >= 500 || bytes >= 1 << 20 }

    /// Adds a change that comes after those before.
    mutating func add(_ change: Change) {
        let name = Array(change.source.utf8) + [0x2F] + change.key.utf8
        bytes += change.data?.count ?? 0
        if let span = spans[name] {
            bytes -= span.last.data?.count ?? 0
            spans[name]?.last = change
            spans[name]?.place = span.place ?? change.previousPosition
        } else {
            spans[name] = Span(first: change, last: change, place: change.previousPosition)
        }
    }

    /// What is to be told, one change a record at most, by the numbers of their last changes.
    var changes: [Change] {
        spans.values.compactMap(Joining.joined).sorted { $0.number < $1.number }
    }

    /// One change for all of a span; `nil` when nothing is other than before.
    private static func joined(_ span: Span) -> Change? {
        let (first, last) = (span.first, span.last)
        guard first.number != last.number else { return last }
        switch (first.kind, last.kind) {
        case (.added, .removed): return nil
        case (_, .removed): return last.told(as: .removed, from: span.place)
        case (.changed, _): return compared(span)
        case (.added, _): return last.told(as: .added)
        // What a removed record was is not at hand: it is told whole.
        case (.removed, _): return last.told(as: .added, from: span.place)
        }
    }

    private static func compared(_ span: Span) -> Change? {
        let (first, last) = (span.first, span.last)
        guard let after = json(last.data), let later = json(first.data), let was = json(first.previous) else {
            return last
        }
        let difference = MergePatch(from: later.patched(with: was), to: after)
        if difference.isEmpty, span.place ?? last.position == last.position { return nil }
        return last.told(
            as: .changed, patch: difference.patch.canonicalBytes,
            previous: difference.previous.canonicalBytes, from: span.place)
    }

    /// Data of ours are JSON; were they not, the last change would stand for all.
    private static func json(_ bytes: [UInt8]?) -> JSON? { bytes.flatMap { try? JSON(parsing: $0) } }
}

nonisolated extension Change {
    fileprivate func told(
        as kind: Kind, patch: [UInt8]? = nil, previous: [UInt8]? = nil, from place: Position? = nil
    ) -> Change {
        Change(
            number: number, source: source, key: key, kind: kind, title: title, at: at,
            generation: generation,
            data: data, patch: patch, previous: previous, position: position, previousPosition: place)
    }
}
