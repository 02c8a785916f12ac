/// Which frames of a log somebody wants, where they begin among all that was ever wanted, and their marks.
nonisolated struct FrameIndex {
    private struct Entry {
        /// How many wanted bytes came before it.
        let start: UInt64
        /// Where it lies in the log.
        let place: UInt64
        let mark: Int64
    }

    /// Frames up to and with this mark are not held; those after it are.
    private(set) var floor: Int64
    private var entries: [Entry] = []
    /// How many at the front are forgotten.
    private var first = 0

    init(floor: Int64) { self.floor = floor }

    /// The mark of the newest frame, of `floor` when there is none.
    var last: Int64 { first < entries.count ? entries[entries.count - 1].mark : floor }

    /// Where the oldest frame lies in the log; `nil` when there is none.
    var firstPlace: UInt64? { first < entries.count ? entries[first].place : nil }

    mutating func append(start: UInt64, place: UInt64, mark: Int64) {
        entries.append(Entry(start: start, place: place, mark: mark))
    }

    /// Forgets the frames that end at `offset` or before; the last one ends at `end`.
    mutating func drop(upTo offset: UInt64, end: UInt64) {
        while first < entries.count, (first + 1 < entries.count ? entries[first + 1].start : end) <= offset {
            floor = entries[first].mark
            first += 1
        }
        guard first == entries.count || first > 64 && first > entries.count / 2 else { return }
        entries.removeFirst(first)
        first = 0
        // There may be thousands of these: only room for the next few stays.
        if entries.isEmpty, entries.capacity > 4 { entries = [] }
    }

    /// Forgets all frames.
    mutating func drop(upTo mark: Int64) { self = FrameIndex(floor: mark) }

    /// Where the first frame begins that begins at or after `offset`; `nil` when none does.
    func boundary(from offset: UInt64) -> UInt64? { start(at: search { $0.start < offset }) }

    /// Where the first frame begins that lies at or after a place in the log; `nil` when none does.
    func start(from place: UInt64) -> UInt64? { start(at: search { $0.place < place }) }

    /// Where the first frame with a greater mark begins; `nil` when there is none.
    func start(after mark: Int64) -> UInt64? { start(at: search { $0.mark <= mark }) }

    /// The mark of the last frame that begins before `offset`.
    func mark(before offset: UInt64) -> Int64 {
        let found = search { $0.start < offset }
        return found > first ? entries[found - 1].mark : floor
    }

    /// Where in the log a byte lies of a frame that is held.
    func place(of offset: UInt64) -> UInt64 {
        let entry = entries[search { $0.start <= offset } - 1]
        return entry.place + (offset - entry.start)
    }

    /// Calls with where in the log, and how many bytes, each piece is of what lies between two offsets.
    func forPieces(from start: UInt64, to end: UInt64, _ body: (_ place: UInt64, _ count: Int) -> Void) {
        var offset = start
        var next = search { $0.start <= start }
        while offset < end {
            let pieceEnd = min(end, next < entries.count ? entries[next].start : end)
            body(entries[next - 1].place + (offset - entries[next - 1].start), Int(pieceEnd - offset))
            (offset, next) = (pieceEnd, next + 1)
        }
    }

    private func start(at found: Int) -> UInt64? { found < entries.count ? entries[found].start : nil }

    /// The first entry that does not lie before; those that do come first.
    private func search(_ liesBefore: (Entry) -> Bool) -> Int {
        var (low, high) = (first, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if liesBefore(entries[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
