import Records

/// A limit on the number of values in a message, so that parsing it needs a bounded amount of memory.
nonisolated struct ValueCount {
    /// The maximum number of values.
    let limit: Int

    /// Checks a message; its JSON may be invalid.
    ///
    /// - Throws: An error if it has more values.
    func check(_ frame: [UInt8]) throws(MessageError) {
        // Each value needs a byte of its own.
        guard frame.count > limit, ValueCount.count(frame) > limit else { return }
        throw MessageError(description: "the message has more than \(limit) values")
    }

    /// Returns the number of brackets and commas outside of strings: a value follows each of them.
    private static func count(_ frame: [UInt8]) -> Int {
        var count = 0
        var isString = false
        var isEscaped = false
        for byte in frame {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case .quote: isString.toggle()
            case .backslash: isEscaped = isString
            case .comma, .leftBracket, .leftBrace: count += isString ? 0 : 1
            default: break
            }
        }
        return count
    }
}
