import Records

/// The last bytes of a feed, which show whether it is complete.
struct FeedEnding {
    /// The number of bytes: a comment of a generator may follow the last tag.
    private static let length = 2048

    private var bytes: [UInt8] = []

    /// Adds the next part of the text.
    mutating func add(_ text: [UInt8]) {
        bytes += text[max(0, text.count - FeedEnding.length)...]
        if bytes.count > 2 * FeedEnding.length { bytes.removeFirst(bytes.count - FeedEnding.length) }
    }

    /// Whether the text ends with the end tag of an element, ignoring case; its prefix may be any.
    func hasEnd(of element: String) -> Bool {
        let name = Array(element.lowercased().utf8)
        return bytes.indices.contains { start in
            guard bytes[start] == .lessThan, bytes[start...].dropFirst().first == .slash else { return false }
            let tag = bytes[(start + 2)...].prefix { $0 != .greaterThan && !$0.isWhitespace }
            let local = tag.split(separator: .colon).last ?? tag
            return local.map(\.lowercased) == name
        }
    }
}
