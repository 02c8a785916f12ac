import Records

extension Record {
    /// The words of the group and of all strings of the data, without HTML tags, each once; strings that only
    /// repeat the title or key are left out.
    var wording: String {
        var scanner = JSONScanner()
        var gathered = TextCollector(besides: [title, key].compactMap(\.self))
        if let group { gathered.add(group) }
        // Stored data is always JSON; anything else would contain nothing to find.
        try? gathered.add(valueFrom: &scanner, data.span)
        return String(decoding: gathered.words.text, as: UTF8.self)
    }
}

/// The distinct words of texts.
///
/// A query asks whether a record contains words, never where or how often, and an entry often has the same
/// text twice, as HTML and without: the index of the distinct words is a third as large.
private struct DistinctWords {
    /// The maximum size of the words of a record, in bytes.
    private static let maximum = 16 << 10

    /// The words, in lower case where they are ASCII, each followed by a space.
    private(set) var text: [UInt8] = []
    private var word: [UInt8] = []
    private var known: Set<RecordHash> = []

    /// Adds a byte of a text; one that is neither a letter nor a digit ends a word.
    ///
    /// Bytes of other scalars count as letters: FTS5 then splits what it does not regard as a word.
    mutating func add(_ byte: UInt8) {
        guard byte.isLetterOrDigit || !byte.isASCII else { return finishWord() }
        word.append(byte.lowercased)
    }

    /// Finishes a word.
    mutating func finishWord() {
        guard !word.isEmpty else { return }
        defer { word.removeAll(keepingCapacity: true) }
        guard text.count + word.count < Self.maximum, known.insert(RecordHash(word)).inserted else { return }
        text += word
        text.append(.space)
    }
}

/// Collects the words of texts.
private struct TextCollector {
    private(set) var words = DistinctWords()
    private let known: [String]

    init(besides known: [String]) { self.known = known }

    mutating func add(_ string: String) {
        guard !known.contains(where: { $0.utf8.elementsEqual(string.utf8) }) else { return }
        if string.utf8.contains(.lessThan) {
            addWithoutMarks(Array(string.utf8))
        } else {
            for byte in string.utf8 { words.add(byte) }
        }
        words.finishWord()
    }

    /// Adds the strings of the next value.
    mutating func add(valueFrom scanner: inout JSONScanner, _ bytes: Span<UInt8>, depth: Int = 0)
        throws(JSONError)
    {
        switch scanner.peek(bytes) {
        case .quote: add(try scanner.string(bytes))
        case .leftBrace where depth < JSON.maximumDepth:
            scanner.offset += 1
            if scanner.consume(.rightBrace, in: bytes) { return }
            repeat {
                _ = scanner.peek(bytes)
                try scanner.skipString(bytes)
                try scanner.expect(.colon, as: "colon", in: bytes)
                try add(valueFrom: &scanner, bytes, depth: depth + 1)
            } while scanner.consume(.comma, in: bytes)
            try scanner.expect(.rightBrace, as: "end of object", in: bytes)
        case .leftBracket where depth < JSON.maximumDepth:
            scanner.offset += 1
            if scanner.consume(.rightBracket, in: bytes) { return }
            repeat {
                try add(valueFrom: &scanner, bytes, depth: depth + 1)
            } while scanner.consume(.comma, in: bytes)
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
            if isMark { words.finishWord() } else { words.add(byte) }
            if byte == .greaterThan { isMark = false }
        }
    }
}
