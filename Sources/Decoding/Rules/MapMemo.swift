/// The last values that were mapped: a column that is mapped has few.
struct MapMemo {
    /// A value of up to 24 bytes as words, which overlap where it is shorter than they are.
    private struct Entry: Equatable {
        let words: SIMD4<UInt64>
        let index: Int
    }

    private static let maximumCount = 8
    private var entries: [Entry] = []

    /// The choice that was made for a value, below 0 for none; `nil` when it is not remembered.
    func index(of text: Span<UInt8>) -> Int? {
        guard let words = MapMemo.words(text) else { return nil }
        for index in entries.indices where entries[index].words == words { return entries[index].index }
        return nil
    }

    /// Remembers a choice, as long as there is room.
    mutating func add(_ text: Span<UInt8>, _ index: Int) {
        guard entries.count < MapMemo.maximumCount, let words = MapMemo.words(text) else { return }
        entries.append(Entry(words: words, index: index))
    }

    /// The length, then the bytes: the first eight, the last eight, and the eight in the middle.
    private static func words(_ text: Span<UInt8>) -> SIMD4<UInt64>? {
        guard text.count <= 24 else { return nil }
        guard text.count >= 8 else {
            var word: UInt64 = 0
            for index in 0..<text.count { word = word << 8 | UInt64(text[unchecked: index]) }
            return SIMD4(UInt64(text.count), word, 0, 0)
        }
        return SIMD4(
            UInt64(text.count), word(text, 0), word(text, text.count - 8), word(text, (text.count - 8) / 2))
    }

    private static func word(_ text: Span<UInt8>, _ place: Int) -> UInt64 {
        unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
    }
}
