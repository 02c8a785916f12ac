public import Records

/// A record at a past moment, as far as the store knows it.
public enum PastRecord: Hashable, Sendable {
    /// The record as it was. If the log no longer has the change that made it so, `at` is the moment back to
    /// which the log reaches, and `generation` and `number` are 0.
    case present(StoredRecord)
    /// The source had no record with this key.
    case absent
    /// The log does not reach back that far; with the earliest moment at which the record is known, if there
    /// is one.
    case unknown(from: UTC?)
}

/// A page of the records of a source at a past moment.
public struct PastPage: Sendable {
    /// The records, in the order of their keys as bytes.
    public internal(set) var records: [StoredRecord] = []
    /// The keys of which it is not known whether they had a record and which, each with the earliest moment
    /// at which that is known.
    public internal(set) var unknown: [(key: String, from: UTC?)] = []
    /// The last key that was examined, after which the next page begins; `nil` at the end.
    public internal(set) var next: String?
}

/// The answer to whether a source had any change at or before a moment.
public enum PastSource: Hashable, Sendable {
    /// It had one.
    case known
    /// Its first change is later; `nil` if it never had one.
    case new(since: UTC?)
    /// It is not known yet: the search continues at a change with this number.
    case searching(Int64)
}

/// A walk through the changes of one record, from its newest one towards a moment.
struct PastWalk {
    /// The number of the change that the walk has reached; 0 at the record's beginning.
    var number: Int64
    /// The number of the oldest change after the moment; `nil` if there was none.
    var later: Int64?
    /// The present position of the record.
    let current: Position?
    /// The position that the record had before the changes that were passed.
    var position: Position?

    /// Begins a walk at the newest change of a record.
    init(number: Int64, current: Position?) {
        self.number = number
        self.current = current
        position = current
    }

    /// Passes a change that came after the moment.
    mutating func pass(_ link: PastLink) {
        later = number
        number = link.number
        position = link.isRemoval ? link.position : link.position ?? position
    }
}

/// The part of a change that a walk needs.
struct PastLink {
    /// The moment of the change.
    let at: UTC
    /// The number of the record's change before it; 0 for none.
    let number: Int64
    /// Whether the change removed the record.
    let isRemoval: Bool
    /// The position before the change, if the change moved or removed the record.
    let position: Position?

    /// Reads `source, key, at, of_record, kind, latitude, longitude`; returns `nil` for another record.
    init?(_ row: Row, of source: SourceRow, _ key: String) {
        guard row.int(0) == source.id, (row.text(1) ?? "").utf8.elementsEqual(key.utf8) else { return nil }
        at = row.moment(2)
        number = row.int(3)
        isRemoval = row.int(4) == Change.Kind.removed.row
        position = row.position(5, 6)
    }
}
