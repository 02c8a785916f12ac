/// A queue: appends at the end and removes from the front, both in amortised O(1).
///
/// A ring, so that neither moves elements nor calls the array's methods for ranges; its indices are short,
/// since many subscriptions have a queue.
@usableFromInline
struct Deque<Element> {
    /// The places, a power of two or none; `nil` is a free one.
    @usableFromInline var places: [Element?] = []

    /// The place of the first element.
    @usableFromInline var head: Int32 = 0

    /// The number of elements.
    @usableFromInline var length: Int32 = 0

    @inlinable
    init() {}

    @inlinable var count: Int { Int(length) }
    @inlinable var isEmpty: Bool { length == 0 }

    @inlinable
    mutating func append(_ element: Element) {
        if count == places.count { grow() }
        places[(Int(head) + count) & (places.count - 1)] = element
        length += 1
    }

    @inlinable
    mutating func popFirst() -> Element? {
        if length == 0 { return nil }
        let element = places[Int(head)].take()
        head = (head + 1) & Int32(truncatingIfNeeded: places.count - 1)
        length -= 1
        return element
    }

    /// Doubles the number of places.
    @usableFromInline
    mutating func grow() {
        var larger = [Element?](repeating: nil, count: max(2, count * 2))
        for index in 0..<count { larger[index] = places[(Int(head) + index) & (places.count - 1)] }
        places = larger
        head = 0
    }
}
