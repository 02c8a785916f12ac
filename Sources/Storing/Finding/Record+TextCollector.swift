import Records

extension Record {
    /// The maximum amount of text of a record that is indexed besides its title and key, in bytes.
    private static let maximumWording = 16 << 10

    /// The group and all strings of the data, without HTML tags; strings that only repeat the title or key
    /// are left out.
    var wording: String {
        var scanner = JSONScanner()
        var gathered = TextCollector(besides: [title, key].compactMap(\.self))
        if let group { gathered.add(group) }
        // Stored data is always JSON; anything else would contain nothing to find.
        try? gathered.add(valueFrom: &scanner, data.span)
        return String(decoding: gathered.text.prefix(Record.maximumWording), as: UTF8.self)
    }
}

/// Collected texts, one line each.
private struct TextCollector {
    private(set) var text: [UInt8] = []
    private let known: [String]

    init(besides known: [String]) { self.known = known }

    mutating func add(_ string: String) {
        guard !known.contains(where: { $0.utf8.elementsEqual(string.utf8) }) else { return }
        string.utf8.contains(.lessThan)
            ? addWithoutMarks(Array(string.utf8)) : text.append(contentsOf: string.utf8)
        text.append(.newline)
    }

    /// Adds the strings of the next value.
    mutating func add(valueFrom scanner: inout JSONScanner, _ bytes: Span<UInt8>, depth: Int = 0)
        throws(JSONError)
    {
        switch scanner.peek(bytes) {
        case .quote: add(try scanner.string(bytes))
        case .leftBrace where depth < JSON.maximumDepth:
            scanner.offset += 1
            if scanner.take(.rightBrace, in: bytes) { return }
            repeat {
                _ = scanner.peek(bytes)
                try scanner.skipString(bytes)
                try scanner.expect(.colon, as: "colon", in: bytes)
                try add(valueFrom: &scanner, bytes, depth: depth + 1)
            } while scanner.take(.comma, in: bytes)
            try scanner.expect(.rightBrace, as: "end of object", in: bytes)
        case .leftBracket where depth < JSON.maximumDepth:
            scanner.offset += 1
            if scanner.take(.rightBracket, in: bytes) { return }
            repeat {
                try add(valueFrom: &scanner, bytes, depth: depth + 1)
            } while scanner.take(.comma, in: bytes)
            try scanner.expect(.rightBracket, as: "end of array", in: bytes)
        default: try scanner.skipValue(bytes, depth: depth)
        }
    }

    /// Adds the text outside of `<…>`.
    private mutating func addWithoutMarks(_ bytes: [UInt8]) {
        var isMark = false
        for (place, byte) in bytes.enumerated() {
            let next = place + 1 < bytes.count ? bytes[place + 1] : .space
            if byte == .lessThan, next.isLetter || next == .slash || next == .exclamationMark {
                isMark = true
            }
            if !isMark { text.append(byte) }
            if isMark, byte == .greaterThan {
                isMark = false
                text.append(.space)
            }
        }
    }
}
