import Records

/// The fields of a row, in storage that is reused for the next row.
///
/// Faster than an array: appending checks neither for unique ownership nor for exclusive access.
struct FieldList {
    private var room = RawBuffer<RowField>(count: 64)
    private var start: UnsafeMutablePointer<RowField>
    /// The number of fields.
    private(set) var count = 0

    init() { unsafe start = room.start }

    /// The field at an index.
    subscript(_ index: Int) -> RowField {
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

    /// Removes all fields; an earlier copy keeps its own.
    mutating func removeAll() {
        count = 0
        guard !isKnownUniquelyReferenced(&room) else { return }
        room = RawBuffer(count: room.count)
        unsafe start = room.start
    }

    /// Replaces all fields by a number of fields that are set next.
    mutating func removeAll(for newCount: Int) {
        removeAll()
        while room.count < newCount { grow() }
        count = newCount
    }

    /// Appends a field.
    @inline(__always)
    mutating func append(_ field: RowField) {
        if count == room.count { grow() }
        unsafe (start + count).initialize(to: field)
        count += 1
    }

    /// Replaces doubled quotes in fields by single ones.
    func collapse(_ text: inout [UInt8]) {
        for index in 0..<count {
            var from = self[index].start
            var to = self[index].start
            while from < self[index].end {
                text[to] = text[from]
                from += text[from] == .quote ? 2 : 1
                to += 1
            }
            self[index].end = to
        }
    }

    private mutating func grow() {
        let larger = RawBuffer<RowField>(count: room.count * 2)
        unsafe larger.start.initialize(from: start, count: count)
        room = larger
        unsafe start = room.start
    }
}

/// The range of a field, without enclosing quotes.
struct RowField {
    var start: Int
    var end: Int
}
