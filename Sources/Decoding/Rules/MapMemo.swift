/// The last values that were mapped: a column that is mapped has few.
struct MapMemo {
    private static let maximumCount = 8
    private var values: [(text: [UInt8], index: Int)] = []

    /// The choice that was made for a value, below 0 for none; `nil` when it is not remembered.
    func index(of text: Span<UInt8>) -> Int? {
        for value in values where value.text.count == text.count {
            var at = 0
            while at < text.count, value.text[at] == text[unchecked: at] { at += 1 }
            if at == text.count { return value.index }
        }
        return nil
    }

    /// Remembers a choice, as long as there is room.
    mutating func add(_ text: Span<UInt8>, _ index: Int) {
        guard values.count < MapMemo.maximumCount else { return }
        values.append(((0..<text.count).map { text[$0] }, index))
    }
}
