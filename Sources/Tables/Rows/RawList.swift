/// A list of trivial values in storage that is reused for the next row or element.
///
/// Faster than an array: appending checks neither for unique ownership nor for exclusive access. Of two
/// copies, only one may append before it is cleared.
struct RawList<Element: BitwiseCopyable> {
    private var room = RawBuffer<Element>(count: 64)
    private var start: UnsafeMutablePointer<Element>
    /// The number of values.
    private(set) var count = 0

    init() { unsafe start = room.start }

    /// The value at an index.
    subscript(_ index: Int) -> Element {
        @inline(__always)
        get {
            precondition(index >= 0 && index < count, "no such value")
            return unsafe start[index]
        }
        @inline(__always)
        nonmutating set {
            precondition(index >= 0 && index < count, "no such value")
            unsafe start[index] = newValue
        }
    }

    /// Removes all values; an earlier copy keeps its own.
    mutating func removeAll() {
        count = 0
        guard !isKnownUniquelyReferenced(&room) else { return }
        room = RawBuffer(count: room.count)
        unsafe start = room.start
    }

    /// Replaces all values by a number of values that are set next.
    mutating func removeAll(for newCount: Int) {
        removeAll()
        while room.count < newCount { grow() }
        count = newCount
    }

    /// Removes the values from an index on.
    mutating func truncate(to index: Int) { count = index }

    /// Appends a value.
    @inline(__always)
    mutating func append(_ value: Element) {
        if count == room.count { grow() }
        unsafe (start + count).initialize(to: value)
        count += 1
    }

    private mutating func grow() {
        let larger = RawBuffer<Element>(count: room.count * 2)
        unsafe larger.start.initialize(from: start, count: count)
        room = larger
        unsafe start = room.start
    }
}
