import Records

/// What stands between the fields of a table.
enum TableDelimiter {
    /// The delimiters that are looked for. The not sign is the byte 0xAC of windows-1252.
    static let known: [[UInt8]] = [[0xC2, 0xAC], [0x09], [0x7E], [0x7C], [0x3B], [0x2C]]

    /// Reads a setting.
    ///
    /// - Returns: `nil` for `auto`.
    static func read(_ entry: Options.Entry) throws(OptionError) -> [UInt8]? {
        switch entry.value.lowercased() {
        case "auto": return nil
        case "tab", "\\t": return [0x09]
        case "comma": return [0x2C]
        case "semicolon": return [0x3B]
        case "pipe": return [0x7C]
        case "0xac": return [0xC2, 0xAC]
        default:
            let bytes = Array(entry.value.utf8)
            guard bytes.count <= 8, bytes.allSatisfy({ $0 != 0x22 && $0 != 0x0A && $0 != 0x0D }) else {
                throw OptionError(entry, "cannot stand between fields")
            }
            return bytes
        }
    }

    /// The known delimiter that stands most often in a line outside quotes; of equals the one named first; a comma
    /// when there is none.
    static func sniff(_ line: Span<UInt8>) -> [UInt8] {
        var counts = [Int](repeating: 0, count: known.count)
        var isQuoted = false
        for at in 0..<line.count {
            if line[at] == 0x22 { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if line[at] == 0xAC, at > 0, line[at - 1] == 0xC2 { counts[0] += 1 }
            for index in 1..<known.count where line[at] == known[index][0] { counts[index] += 1 }
        }
        let most = counts.max() ?? 0
        return most == 0 ? [0x2C] : known[counts.firstIndex(of: most) ?? 0]
    }

    /// Whether quotes enclose fields, for `Quote=auto`.
    static func enclosesQuotes(_ line: Span<UInt8>, _ delimiter: [UInt8]) -> Bool {
        delimiter == [0x2C] || delimiter == [0x3B] || (line.count > 0 && line[0] == 0x22)
            || (0..<line.count).contains { at in
                line[at] == 0x22 && at >= delimiter.count
                    && delimiter.indices.allSatisfy { line[at - delimiter.count + $0] == delimiter[$0] }
            }
    }
}
