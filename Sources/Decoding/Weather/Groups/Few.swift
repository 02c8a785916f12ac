/// A handful of values in a row, kept in place: no memory is asked for.
public struct Few<Element: Blank>: RandomAccessCollection, Sendable {
    /// How many there can be.
    public static var capacity: Int { 6 }

    private var places = InlineArray<6, Element>(repeating: Element.blank)
    private var used: UInt8 = 0

    /// How many there are.
    public var count: Int { Int(used) }

    /// Makes an empty row.
    public init() {}

    /// The first place.
    public var startIndex: Int { 0 }
    /// The place behind the last value.
    public var endIndex: Int { count }

    /// The value at a place.
    public subscript(_ index: Int) -> Element {
        precondition(index >= 0 && index < count)
        return places[index]
    }

    /// Adds a value at the end.
    ///
    /// - Returns: Whether there was room.
    public mutating func append(_ element: Element) -> Bool {
        guard count < Self.capacity else { return false }
        places[count] = element
        used += 1
        return true
    }

    /// Forgets all values.
    public mutating func removeAll() { self = Few() }
}

extension Few: Hashable {
    /// Whether both hold equal values in the same order.
    public static func == (left: Few, right: Few) -> Bool { left.elementsEqual(right) }

    /// Feeds the values to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for element in self { hasher.combine(element) }
    }
}
