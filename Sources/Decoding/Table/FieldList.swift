/// The fields of a row, in room that is used again for the next.
///
/// As an array, but that adding a field looks neither for other owners nor for exclusive access: a row has many.
struct FieldList {
    private var room = FieldRoom(count: 64)
    private var start: UnsafeMutablePointer<RowScanner.Field>
    /// How many fields there are.
    private(set) var count = 0

    init() { unsafe start = room.start }

    /// The field at an index.
    subscript(_ index: Int) -> RowScanner.Field {
        get {
            precondition(index >= 0 && index < count, "no such field")
            return unsafe start[index]
        }
        nonmutating set {
            precondition(index >= 0 && index < count, "no such field")
            unsafe start[index] = newValue
        }
    }

    /// Starts anew; a copy that was made before keeps what it has.
    mutating func removeAll() {
        count = 0
        guard !isKnownUniquelyReferenced(&room) else { return }
        room = FieldRoom(count: room.count)
        unsafe start = room.start
    }

    /// Adds a field behind the others.
    @inline(__always)
    mutating func append(_ field: RowScanner.Field) {
        if count == room.count { grow() }
        unsafe (start + count).initialize(to: field)
        count += 1
    }

    private mutating func grow() {
        let larger = FieldRoom(count: room.count * 2)
        unsafe larger.start.initialize(from: start, count: count)
        room = larger
        unsafe start = room.start
    }
}

/// Room for fields, given back when nobody holds it.
private final class FieldRoom {
    let start: UnsafeMutablePointer<RowScanner.Field>
    let count: Int

    init(count: Int) {
        unsafe start = .allocate(capacity: count)
        self.count = count
    }

    deinit {
        unsafe start.deallocate()
    }
}
