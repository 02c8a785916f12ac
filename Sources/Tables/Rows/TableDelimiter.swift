import Records

/// The text between the fields of a table.
enum TableDelimiter {
    /// The not sign in UTF-8; `Delimiter=0xAC` names its byte in windows-1252.
    private static let notSign = Array("¬".utf8)

    /// The delimiters that can be detected.
    static let known: [[UInt8]] = [notSign, [.tab], [.tilde], [.verticalBar], [.semicolon], [.comma]]

    /// Parses a setting.
    ///
    /// - Returns: `nil` for `auto`.
    static func read(_ entry: Options.Entry) throws(OptionError) -> [UInt8]? {
        switch entry.value.lowercased() {
        case "auto": return nil
        case "tab", "\\t": return [.tab]
        case "comma": return [.comma]
        case "semicolon": return [.semicolon]
        case "pipe": return [.verticalBar]
        case "0xac": return notSign
        default:
            let bytes = Array(entry.value.utf8)
            guard bytes.count <= 8, bytes.allSatisfy({ $0 != .quote && !$0.isLineEnd }) else {
                throw OptionError(entry, "cannot separate fields")
            }
            return bytes
        }
    }

    /// Returns the known delimiter that occurs most often in a line outside quotes; the first of equals; a
    /// comma if there is none.
    static func sniff(_ line: Span<UInt8>) -> [UInt8] {
        var counts = [Int](repeating: 0, count: known.count)
        var isQuoted = false
        for at in 0..<line.count {
            if line[at] == .quote { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if at > 0, line[at] == notSign[1], line[at - 1] == notSign[0] { counts[0] += 1 }
            for index in 1..<known.count where line[at] == known[index][0] { counts[index] += 1 }
        }
        let most = counts.max() ?? 0
        return most == 0 ? [.comma] : known[counts.firstIndex(of: most) ?? 0]
    }

    /// Whether quotes enclose fields, for `Quote=auto`.
    static func enclosesQuotes(_ line: Span<UInt8>, delimiter: [UInt8]) -> Bool {
        delimiter == [.comma] || delimiter == [.semicolon] || (line.count > 0 && line[0] == .quote)
            || (0..<line.count).contains { at in
                line[at] == .quote && at >= delimiter.count
                    && delimiter.indices.allSatisfy { line[at - delimiter.count + $0] == delimiter[$0] }
            }
    }
}
