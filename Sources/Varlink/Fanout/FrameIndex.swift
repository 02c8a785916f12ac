/// Where the frames of a log begin, and their marks.
nonisolated struct FrameIndex {
    /// Frames up to and with this mark are not held; those after it are.
    private(set) var floor: Int64
    private var starts: [UInt64] = []
    private var marks: [Int64] = []
    /// How many at the front are forgotten.
    private var first = 0

    init(floor: Int64) { self.floor = floor }

    /// The mark of the newest frame, of `floor` when there is none.
    var last: Int64 { first < marks.count ? marks[marks.count - 1] : floor }

    mutating func append(start: UInt64, mark: Int64) {
        starts.append(start)
        marks.append(mark)
    }

    /// Forgets the frames that begin before `offset`.
    mutating func drop(before offset: UInt64) {
        while first < starts.count, starts[first] < offset {
            floor = marks[first]
            first += 1
        }
        guard first > 64, first > starts.count / 2 else { return }
        starts.removeFirst(first)
        marks.removeFirst(first)
        first = 0
    }

    /// Forgets all frames.
    mutating func drop(upTo mark: Int64) { self = FrameIndex(floor: mark) }

    /// Where the first frame begins that begins at or after `offset`; `nil` when none does.
    func boundary(from offset: UInt64) -> UInt64? {
        let place = search { starts[$0] < offset }
        return place < starts.count ? starts[place] : nil
    }

    /// Where the first frame with a greater mark begins; `nil` when there is none.
    func start(after mark: Int64) -> UInt64? {
        let place = search { marks[$0] <= mark }
        return place < starts.count ? starts[place] : nil
    }

    /// The mark of the last frame that begins before `offset`.
    func mark(before offset: UInt64) -> Int64 {
        let place = search { starts[$0] < offset }
        return place > first ? marks[place - 1] : floor
    }

    /// The first place that does not lie before; places that do come first.
    private func search(_ liesBefore: (Int) -> Bool) -> Int {
        var (low, high) = (first, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if liesBefore(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
