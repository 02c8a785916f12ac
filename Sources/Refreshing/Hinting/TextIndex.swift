import Records

/// The texts that many listeners want, all of which are found in one pass over a message: most messages of a
/// broker matter to no listener.
nonisolated struct TextIndex {
    private struct Entry {
        let text: [UInt8]
        var listeners: [Int]
    }

    /// The number of bytes by which texts are grouped: those of the shortest text, at most eight.
    private let width: Int
    /// The texts by their first bytes.
    private var groups: [UInt64: [Entry]] = [:]
    /// A bit for each pair of bytes with which a text begins; of texts of one byte, each pair that begins so.
    private var beginnings = [UInt64](repeating: 0, count: 1024)

    /// Creates an index.
    ///
    /// - Parameter texts: The texts by the number of the listener that wants them; none is empty.
    init(_ texts: [Int: [String]]) {
        width = min(8, texts.values.joined().map(\.utf8.count).min() ?? 0)
        for (listener, texts) in texts.sorted(by: { $0.key < $1.key }) {
            for text in texts { insert(Array(text.utf8), for: listener) }
        }
    }

    private mutating func insert(_ text: [UInt8], for listener: Int) {
        let key = text.span.word(at: 0, count: width)
        if let place = groups[key]?.firstIndex(where: { $0.text == text }) {
            groups[key]?[place].listeners.append(listener)
        } else {
            groups[key, default: []].append(Entry(text: text, listeners: [listener]))
        }
        for second in width == 1 ? 0...255 : Int(text[1])...Int(text[1]) {
            let pair = Int(text[0]) << 8 | second
            beginnings[pair >> 6] |= 1 << UInt64(pair & 63)
        }
    }

    /// Returns the listeners whose texts, one at least, occur in some bytes.
    func listeners(in bytes: Span<UInt8>) -> Set<Int> {
        var found: Set<Int> = []
        guard width > 0, bytes.count >= width else { return found }
        for place in 0...bytes.count - width where mayBegin(bytes, at: place) {
            for entry in groups[bytes.word(at: place, count: width)] ?? []
            where bytes.hasText(entry.text, at: place) {
                found.formUnion(entry.listeners)
            }
        }
        return found
    }

    private func mayBegin(_ bytes: Span<UInt8>, at place: Int) -> Bool {
        // A text of one byte may be the last one of a message.
        let second = place + 1 < bytes.count ? Int(bytes[place + 1]) : 0
        let pair = Int(bytes[place]) << 8 | second
        return beginnings[pair >> 6] >> UInt64(pair & 63) & 1 == 1
    }
}

nonisolated extension Span<UInt8> {
    /// Returns some bytes as a number.
    fileprivate func word(at place: Int, count: Int) -> UInt64 {
        var word: UInt64 = 0
        for offset in 0..<count { word = word << 8 | UInt64(self[place + offset]) }
        return word
    }

    fileprivate func hasText(_ text: [UInt8], at place: Int) -> Bool {
        guard place + text.count <= count else { return false }
        return text.indices.allSatisfy { self[place + $0] == text[$0] }
    }
}
