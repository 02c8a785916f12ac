import Records

extension JSON {
    /// Returns a moment as the store's rows write it: microseconds since 1970.
    static func moment(_ moment: UTC) -> JSON { .int(moment.microseconds) }

    /// The moment that `moment(_:)` wrote.
    var moment: UTC? { int.map { UTC(microseconds: Int64($0)) } }
}

extension JSONScanner {
    /// Reads the next value if it is a moment that `JSON.moment(_:)` wrote; skips any other.
    mutating func moment(_ bytes: Span<UInt8>) throws(JSONError) -> UTC? {
        try int(bytes).map { UTC(microseconds: Int64($0)) }
    }

    /// Skips the next value and returns its JSON text. Older almanacs stored this text in a string.
    mutating func textOfValue(_ bytes: Span<UInt8>) throws(JSONError) -> [UInt8] {
        if peek(bytes) == .quote { return Array(try string(bytes).utf8) }
        let start = offset
        try skipValue(bytes)
        return bytes.extracting(start..<offset).withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// Reads the next value if it is a list of strings; skips any other.
    mutating func texts(_ bytes: Span<UInt8>) throws(JSONError) -> [String] {
        (try value(bytes).array ?? []).compactMap(\.string)
    }
}
