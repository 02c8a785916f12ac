/// The fields of a row, in room that is used again for the next.
///
/// As an array, but that adding a field looks neither for other owners nor for exclusive access: a row has many.
struct FieldList {
    private var room = Room<RowScanner.Field>(count: 64)
    private var start: UnsafeMutablePointer<RowScanner.Field>
    /// How many fields there are.
    private(set) var count = 0

    init() { unsafe start = room.start }

    /// The field at an index.
    subscript(_ index: Int) -> RowScanner.Field {
        @inline(__always)
        get {
            precondition(index >= 0 && index < count, "no such field")
            return unsafe start[index]
        }
        @inline(__always)
        nonmutating set {
            precondition(index >= 0 && index < count, "no such field")
            unsafe start[index] = newValue
        }
    }

    /// Starts anew; a copy that was made before keeps what it has.
    mutating func removeAll() {
        count = 0
        guard !isKnownUniquelyReferenced(&room) else { return }
        room = Room(count: room.count)
        unsafe start = room.start
    }

    /// Makes room for fields that are set next.
    mutating func removeAll(for newCount: Int) {
        removeAll()
        while room.count < newCount { grow() }
        count = newCount
    }

    /// Adds a field behind the others.
    @inline(__always)
    mutating func append(_ field: RowScanner.Field) {
        if count == room.count { grow() }
        unsafe (start + count).initialize(to: field)
        count += 1
    }

    /// Makes one of two quotes where a field has them doubled.
    func collapse(_ text: inout [UInt8]) {
        for index in 0..<count {
            var (from, to) = (self[index].start, self[index].start)
            while from < self[index].end {
                text[to] = text[from]
                from += text[from] == 0x22 ? 2 : 1
                to += 1
            }
            self[index].end = to
        }
    }

    private mutating func grow() {
        let larger = Room<RowScanner.Field>(count: room.count * 2)
        unsafe larger.start.initialize(from: start, count: count)
        room = larger
        unsafe start = room.start
    }
}
