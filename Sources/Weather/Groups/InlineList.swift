/// A list of a few values, stored inline without an allocation.
public struct InlineList<Element: Blank>: RandomAccessCollection, Sendable {
    /// The maximum number of values.
    public static var capacity: Int { 6 }

    private var places = InlineArray<6, Element>(repeating: Element.blank)
    private var used: UInt8 = 0

    /// The number of values.
    public var count: Int { Int(used) }

    /// Creates an empty list.
    public init() {}

    /// The index of the first value.
    public var startIndex: Int { 0 }
    /// The index after the last value.
    public var endIndex: Int { count }

    /// The value at an index.
    public subscript(_ index: Int) -> Element {
        precondition(index >= 0 && index < count)
        return places[index]
    }

    /// Appends a value.
    ///
    /// - Returns: Whether there was room.
    public mutating func append(_ element: Element) -> Bool {
        guard count < Self.capacity else { return false }
        places[count] = element
        used += 1
        return true
    }

    /// Replaces the last value; the list must not be empty.
    mutating func replaceLast(with element: Element) {
        precondition(used > 0)
        places[count - 1] = element
    }

    /// Removes all values.
    public mutating func removeAll() { self = InlineList() }
}

extension InlineList: Hashable {
    /// Whether both lists hold equal values in the same order.
    public static func == (left: InlineList, right: InlineList) -> Bool { left.elementsEqual(right) }

    /// Hashes the values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for element in self { hasher.combine(element) }
    }
}
