/// A cache of mapped values: a column with `Map=` has few distinct ones.
package struct MapCache {
    /// A value of up to 24 bytes as words, which overlap for shorter values.
    private struct Entry: Equatable {
        let words: SIMD4<UInt64>
        let index: Int
    }

    private static let maximumCount = 8
    private var entries: [Entry] = []

    /// Creates an empty cache.
    package init() {}

    /// Returns the index of the choice for a value, -1 for none; `nil` if the value is not cached.
    func index(of text: Span<UInt8>) -> Int? {
        guard let words = MapCache.words(text) else { return nil }
        for index in entries.indices where entries[index].words == words { return entries[index].index }
        return nil
    }

    /// Caches a choice as long as there is room.
    mutating func add(_ text: Span<UInt8>, index: Int) {
        guard entries.count < MapCache.maximumCount, let words = MapCache.words(text) else { return }
        entries.append(Entry(words: words, index: index))
    }

    /// Returns the length and three words: the first eight bytes, the last eight, and the eight in the
    /// middle.
    private static func words(_ text: Span<UInt8>) -> SIMD4<UInt64>? {
        guard text.count <= 24 else { return nil }
        guard text.count >= 8 else {
            var word: UInt64 = 0
            for index in 0..<text.count { word = word << 8 | UInt64(text[unchecked: index]) }
            return SIMD4(UInt64(text.count), word, 0, 0)
        }
        return SIMD4(
            UInt64(text.count), word(text, place: 0), word(text, place: text.count - 8),
            word(text, place: (text.count - 8) / 2))
    }

    private static func word(_ text: Span<UInt8>, place: Int) -> UInt64 {
        unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: place, as: UInt64.self)
    }
}
