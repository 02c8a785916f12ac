/// What is known of short ASCII names, found by their bytes, whatever their case.
struct NameTable<Value: Sendable>: Sendable {
    private struct Entry {
        /// Up to eight bytes of the name.
        let opening: UInt64
        /// Where the name lies in `names`.
        let name: Range<Int>
        let value: Value
    }

    private let names: [UInt8]
    private let entries: [Entry]
    /// The entries' places by hash, a power of two of them, the next free one taken when two meet; -1 is free.
    private let slots: [Int16]

    /// Makes a table of names in lower case.
    init(_ values: [String: Value]) {
        var (names, entries): ([UInt8], [Entry]) = ([], [])
        var count = 16
        while count < 4 * values.count { count *= 2 }
        var slots = [Int16](repeating: -1, count: count)
        for (name, value) in values {
            let start = names.count
            names += name.utf8
            let opening = NameTable.opening(names.span.extracting(start..<names.count))
            var slot = NameTable.hash(opening, name.utf8.count) & (count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (count - 1) }
            slots[slot] = Int16(entries.count)
            entries.append(Entry(opening: opening, name: start..<names.count, value: value))
        }
        (self.names, self.entries, self.slots) = (names, entries, slots)
    }

    /// What is known of a name; `nil` when nothing is.
    subscript(_ name: Span<UInt8>) -> Value? {
        let opening = NameTable.opening(name)
        var slot = NameTable.hash(opening, name.count) & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if entries[index].opening == opening, entries[index].name.count == name.count,
                name.count <= 8 || name.isSame(names.span, entries[index].name)
            {
                return entries[index].value
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private static func opening(_ name: Span<UInt8>) -> UInt64 {
        var opening: UInt64 = 0
        for index in 0..<min(name.count, 8) {
            opening = opening << 8 | UInt64(name[unchecked: index].lowercased)
        }
        return opening
    }

    private static func hash(_ opening: UInt64, _ count: Int) -> Int {
        Int(((opening &+ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15) >> 40)
    }
}

extension UInt8 {
    /// The small letter of a capital one of ASCII; any other byte itself.
    var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

extension Span<UInt8> {
    /// Whether the bytes are those of a name in lower case, which is a part of others, whatever their own.
    func isSame(_ names: Span<UInt8>, _ name: Range<Int>) -> Bool {
        guard count == name.count else { return false }
        for index in 0..<count
        where self[unchecked: index].lowercased != names[unchecked: name.lowerBound + index] {
            return false
        }
        return true
    }

    /// Whether the bytes from a place on begin with a word.
    func stands(_ word: StaticString, at place: Int) -> Bool {
        guard place + word.utf8CodeUnitCount <= count else { return false }
        for index in 0..<word.utf8CodeUnitCount {
            if unsafe self[unchecked: place + index] != word.utf8Start[index] { return false }
        }
        return true
    }
}
