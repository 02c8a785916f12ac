package import Records

/// The words of a setting, separated by blanks; double quotes preserve blanks, and `\` in quotes escapes the
/// next character.
package enum SettingWords {
    /// Splits the value of an entry into words.
    ///
    ///
    /// - Throws: `OptionError` if a quote is not closed.
    static func split(_ entry: Options.Entry) throws(OptionError) -> [String] {
        guard entry.value.utf8.contains(.quote) else { return plain(entry.value) }
        var words: [String] = []
        var word: [UInt8]?
        var isQuoted = false
        var isEscaped = false
        for byte in entry.value.utf8 {
            switch byte {
            case _ where isEscaped:
                word?.append(byte)
                isEscaped = false
            case .backslash where isQuoted: isEscaped = true
            case .quote:
                isQuoted.toggle()
                word = word ?? []
            case .space, .tab:
                if isQuoted {
                    word?.append(byte)
                } else if let whole = word {
                    words.append(String(decoding: whole, as: UTF8.self))
                    word = nil
                }
            default: word = (word ?? []) + [byte]
            }
        }
        guard !isQuoted else { throw OptionError(entry, "has an open quote") }
        return words + (word.map { [String(decoding: $0, as: UTF8.self)] } ?? [])
    }

    /// Returns the words of a text without quotes, the usual case.
    private static func plain(_ text: String) -> [String] {
        text.utf8.split { $0.isBlank }.map { String(Substring($0)) }
    }

    /// Returns the words of all entries of a key.
    package static func all(_ options: Options, section: String, name: String) throws(OptionError)
        -> [String]
    {
        var words: [String] = []
        for entry in options.all(in: section, named: name) { words += try split(entry) }
        return words
    }

    /// Returns the two sides of `LEFT:RIGHT`, split at the first colon.
    static func pair(_ word: String, entry: Options.Entry) throws(OptionError) -> (String, String) {
        let parts = word.utf8.split(separator: .colon, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw OptionError(entry, "has \"\(word)\" where NAME:NAME should be")
        }
        return (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
    }
}
