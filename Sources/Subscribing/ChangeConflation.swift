import Records

/// Conflated changes: the changes that a subscriber has not received yet, merged into one per record, with
/// the newest state and its differences from the state before the first of them.
nonisolated struct ChangeConflation {
    /// The number of the last change that was added.
    var end: Int64
    private var spans: [[UInt8]: Span] = [:]
    private var bytes = 0

    private struct Span {
        let first: Change
        var last: Change
        /// The position of the record before all of them, if it moved; `nil` otherwise.
        var place: Position?
    }

    /// Creates an empty set for the changes after a number.
    init(after number: Int64) { end = number }

    /// Whether the merged changes should be sent before more are added.
    var isFull: Bool { spans.count >= 500 || bytes >= 1 << 20 }

    /// Adds the next change.
    mutating func add(_ change: Change) {
        let name = Array(change.source.utf8) + [.slash] + change.key.utf8
        bytes += change.data?.count ?? 0
        if let span = spans[name] {
            bytes -= span.last.data?.count ?? 0
            spans[name]?.last = change
            spans[name]?.place = span.place ?? change.previousPosition
        } else {
            spans[name] = Span(first: change, last: change, place: change.previousPosition)
        }
    }

    /// The merged changes, at most one per record, ordered by the numbers of their last changes.
    var changes: [Change] {
        spans.values.compactMap(ChangeConflation.joined).sorted { $0.number < $1.number }
    }

    /// Merges the changes of a record into one; `nil` if the record is as before.
    private static func joined(_ span: Span) -> Change? {
        let first = span.first
        let last = span.last
        guard first.number != last.number else { return last }
        switch (first.kind, last.kind) {
        case (.added, .removed): return nil
        case (_, .removed):
            return last.merged(as: .removed, from: span.place, former: first.formerData ?? last.former)
        case (.changed, _): return compared(span)
        case (.added, _): return last.merged(as: .added)
        // The data of the removed record are not available, so the new record is sent as a whole.
        case (.removed, _): return last.merged(as: .added, from: span.place)
        }
    }

    private static func compared(_ span: Span) -> Change? {
        let first = span.first
        let last = span.last
        guard let after = json(last.data), let later = json(first.data), let was = json(first.previous) else {
            return last
        }
        let difference = MergePatch(from: later.patched(with: was), to: after)
        if difference.isEmpty, span.place ?? last.position == last.position { return nil }
        return last.merged(
            as: .changed, patch: difference.patch.canonicalBytes,
            previous: difference.previous.canonicalBytes, from: span.place)
    }

    /// Parses stored data, which are always JSON; if they were not, the last change would be sent as it is.
    private static func json(_ bytes: [UInt8]?) -> JSON? { bytes.flatMap { try? JSON(parsing: $0) } }
}

nonisolated extension Change {
    fileprivate func merged(
        as kind: Kind, patch: [UInt8]? = nil, previous: [UInt8]? = nil, from place: Position? = nil,
        former: [UInt8]? = nil
    ) -> Change {
        Change(
            number: number, source: source, key: key, kind: kind, title: title, at: at,
            generation: generation,
            data: data, patch: patch, previous: previous, position: position, previousPosition: place,
            former: former, reason: reason)
    }

    /// The data of the record before the change; `nil` if there were none, or the log does not have them.
    fileprivate var formerData: [UInt8]? {
        if let former { return former }
        // Stored data are always JSON.
        guard let data, let previous, let now = try? JSON(parsing: data),
            let was = try? JSON(parsing: previous)
        else { return nil }
        return now.patched(with: was).canonicalBytes
    }
}
