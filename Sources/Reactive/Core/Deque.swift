/// A queue: appends at the end and removes from the front, both in amortised O(1).
///
/// A ring, so that neither moves elements nor calls the array's methods for ranges.
@usableFromInline
struct Deque<Element> {
    /// The places, a power of two or none; `nil` is a free one.
    @usableFromInline var places: [Element?] = []

    /// The place of the first element.
    @usableFromInline var head = 0

    /// The number of elements.
    @usableFromInline var count = 0

    @inlinable
    init() {}

    @inlinable var isEmpty: Bool { count == 0 }

    @inlinable
    mutating func append(_ element: Element) {
        if count == places.count { grow() }
        places[(head + count) & (places.count - 1)] = element
        count += 1
    }

    @inlinable
    mutating func popFirst() -> Element? {
        if count == 0 { return nil }
        let element = places[head].take()
        head = (head + 1) & (places.count - 1)
        count -= 1
        return element
    }

    /// Doubles the number of places.
    @usableFromInline
    mutating func grow() {
        var larger: [Element?] = []
        larger.reserveCapacity(max(2, count * 2))
        larger += places[head...]
        larger += places[..<head]
        larger += repeatElement(nil, count: max(2, count))
        places = larger
        head = 0
    }
}
