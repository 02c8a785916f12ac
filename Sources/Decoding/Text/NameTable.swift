import Records

/// Values by short ASCII names, looked up by their bytes without regard to case.
///
/// Public, so that it is specialized in other modules: generic package types are not.
public struct NameTable<Value: Sendable>: Sendable {
    @usableFromInline
    struct Entry: Sendable {
        /// The first four bytes of the name and the last four of its first eight.
        @usableFromInline let opening: UInt64
        /// The range of the name in `names`.
        @usableFromInline let name: Range<Int>
        @usableFromInline let value: Value

        @usableFromInline
        init(opening: UInt64, name: Range<Int>, value: Value) {
            self.opening = opening
            self.name = name
            self.value = value
        }
    }

    @usableFromInline let names: [UInt8]
    @usableFromInline let entries: [Entry]
    /// The indices of the entries by hash: open addressing in a table whose size is a power of two; -1 is
    /// free.
    @usableFromInline let slots: [Int16]

    /// Creates a table of lowercase names.
    @inlinable
    public init(_ values: [String: Value]) {
        var names: [UInt8] = []
        var entries: [Entry] = []
        var count = 16
        while count < 4 * values.count { count *= 2 }
        var slots = [Int16](repeating: -1, count: count)
        for (name, value) in values {
            let start = names.count
            names += name.utf8
            let opening = names.span.extracting(start..<names.count).nameOpening
            var slot = NameTable.hash(opening, count: name.utf8.count) & (count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (count - 1) }
            slots[slot] = Int16(entries.count)
            entries.append(Entry(opening: opening, name: start..<names.count, value: value))
        }
        self.names = names
        self.entries = entries
        self.slots = slots
    }

    /// The value of a name; `nil` if the table has no such name.
    @inlinable
    public subscript(_ name: Span<UInt8>) -> Value? {
        let opening = name.nameOpening
        var slot = NameTable.hash(opening, count: name.count) & (slots.count - 1)
        while slots[slot] >= 0 {
            let index = Int(slots[slot])
            if entries[index].opening == opening, entries[index].name.count == name.count,
                name.count <= 8 || name.isSame(as: names.span, at: entries[index].name)
            {
                return entries[index].value
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    @inlinable
    static func hash(_ opening: UInt64, count: Int) -> Int {
        Int(((opening &+ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15) >> 40)
    }
}

extension Span<UInt8> {
    /// The first four bytes of a name and the last four of its first eight, in lower case; of a shorter name,
    /// those that there are. Together with the number of bytes, this stands for up to eight.
    @usableFromInline
    var nameOpening: UInt64 {
        let length = Swift.min(count, 8)
        if length >= 4 { return (fourBytes(at: 0) | fourBytes(at: length - 4) << 32).lowercased }
        var opening: UInt64 = 0
        for index in 0..<length { opening = opening << 8 | UInt64(self[unchecked: index]) }
        return opening.lowercased
    }

    private func fourBytes(at place: Int) -> UInt64 {
        let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt32.self)
        return UInt64(word.littleEndian)
    }

    /// Whether the bytes equal a range of lowercase bytes without regard to case.
    @usableFromInline
    func isSame(as names: Span<UInt8>, at name: Range<Int>) -> Bool {
        guard count == name.count else { return false }
        for index in 0..<count
        where self[unchecked: index].lowercased != names[unchecked: name.lowerBound + index] {
            return false
        }
        return true
    }
}
