/// The frames of a log that belong to one group, with their positions among all frames ever added to the
/// group, and their marks.
nonisolated struct FrameIndex {
    private struct Entry {
        /// The number of bytes of the group's frames before this one.
        let start: UInt64
        /// The position in the log.
        let place: UInt64
        let mark: Int64
    }

    /// The mark of the last frame that was dropped; all later frames are held.
    private(set) var floor: Int64
    private var entries: [Entry] = []
    /// The number of entries at the front that have been dropped.
    private var first = 0

    init(floor: Int64) { self.floor = floor }

    /// The mark of the newest frame; `floor` if there is none.
    var last: Int64 { first < entries.count ? entries[entries.count - 1].mark : floor }

    /// The position of the oldest frame in the log; `nil` if there is none.
    var firstPlace: UInt64? { first < entries.count ? entries[first].place : nil }

    mutating func append(start: UInt64, place: UInt64, mark: Int64) {
        entries.append(Entry(start: start, place: place, mark: mark))
    }

    /// Drops the frames that end at or before `offset`; the last frame ends at `end`.
    mutating func drop(upTo offset: UInt64, end: UInt64) {
        while first < entries.count, (first + 1 < entries.count ? entries[first + 1].start : end) <= offset {
            floor = entries[first].mark
            first += 1
        }
        guard first == entries.count || first > 64 && first > entries.count / 2 else { return }
        entries.removeFirst(first)
        first = 0
        // There may be thousands of indexes, so an empty one keeps room for a few entries only.
        if entries.isEmpty, entries.capacity > 4 { entries = [] }
    }

    /// Drops all frames.
    mutating func drop(upTo mark: Int64) { self = FrameIndex(floor: mark) }

    /// Returns the start of the first frame that begins at or after `offset`; `nil` if there is none.
    func boundary(from offset: UInt64) -> UInt64? { start(at: search { $0.start < offset }) }

    /// Returns the start of the first frame at or after a position in the log; `nil` if there is none.
    func start(from place: UInt64) -> UInt64? { start(at: search { $0.place < place }) }

    /// Returns the start of the first frame with a greater mark; `nil` if there is none.
    func start(after mark: Int64) -> UInt64? { start(at: search { $0.mark <= mark }) }

    /// Returns the mark of the last frame that begins before `offset`.
    func mark(before offset: UInt64) -> Int64 {
        let found = search { $0.start < offset }
        return found > first ? entries[found - 1].mark : floor
    }

    /// Returns the position in the log of a byte of a frame that is held.
    func place(of offset: UInt64) -> UInt64 {
        let entry = entries[search { $0.start <= offset } - 1]
        return entry.place + (offset - entry.start)
    }

    /// Calls `body` with the position in the log and the length of each contiguous piece between two offsets.
    func forPieces(from start: UInt64, to end: UInt64, _ body: (_ place: UInt64, _ count: Int) -> Void) {
        var offset = start
        var next = search { $0.start <= start }
        while offset < end {
            let pieceEnd = min(end, next < entries.count ? entries[next].start : end)
            body(entries[next - 1].place + (offset - entries[next - 1].start), Int(pieceEnd - offset))
            offset = pieceEnd
            next += 1
        }
    }

    private func start(at found: Int) -> UInt64? { found < entries.count ? entries[found].start : nil }

    /// Returns the index of the first entry for which `liesBefore` is false; the entries for which it is true
    /// come first.
    private func search(_ liesBefore: (Entry) -> Bool) -> Int {
        var low = first
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if liesBefore(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
