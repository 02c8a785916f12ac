import Records

/// The words of a setting, parted by blanks; double quotes keep blanks, in them `\` takes the next character.
enum RuleWords {
    /// - Throws: When a quote is not closed.
    static func split(_ entry: Options.Entry) throws(OptionError) -> [String] {
        guard entry.value.utf8.contains(0x22) else { return plain(entry.value) }
        var (words, word): ([String], [UInt8]?) = ([], nil)
        var (isQuoted, isEscaped) = (false, false)
        for byte in entry.value.utf8 {
            switch byte {
            case _ where isEscaped:
                word?.append(byte)
                isEscaped = false
            case 0x5C where isQuoted: isEscaped = true
            case 0x22:
                isQuoted.toggle()
                word = word ?? []
            case 0x20, 0x09:
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

    /// The words of a text without quotes, as most are.
    private static func plain(_ text: String) -> [String] {
        text.utf8.split { $0 == 0x20 || $0 == 0x09 }.map { String(Substring($0)) }
    }

    /// The words of all entries of a key.
    static func all(_ options: Options, _ section: String, _ name: String) throws(OptionError) -> [String] {
        var words: [String] = []
        for entry in options.all(section, name) { words += try split(entry) }
        return words
    }

    /// The two sides of `LEFT:RIGHT`, parted at the first colon.
    static func pair(_ word: String, _ entry: Options.Entry) throws(OptionError) -> (String, String) {
        let parts = word.utf8.split(separator: 0x3A, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw OptionError(entry, "has \"\(word)\" where NAME:NAME should be")
        }
        return (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
    }
}
