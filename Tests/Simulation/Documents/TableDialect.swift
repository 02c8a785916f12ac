/// The form of the documents of an invented table, and the settings that describe it.
nonisolated struct TableDialect {
    /// The text between fields.
    let delimiter: Character
    /// Whether double quotes may enclose a field; otherwise they are data.
    let quotes: Bool
    /// The characters that occur.
    let repertoire: Vocabulary.Repertoire
    /// The encoding that the definition names; `nil` if documents reveal theirs.
    let encoding: Encoding?
    /// Whether rows may lack fields at their end.
    let pads: Bool
    /// The settings, each with its line end.
    let settings: String

    /// Chooses a dialect.
    init(_ chance: inout Chance) {
        delimiter = chance.pick([",", ",", ";", "\t", "¬", "|", "~"])
        quotes = delimiter == "," || delimiter == ";" || chance.isTrue(0.3)
        repertoire = chance.pick([.western, .unicode])
        encoding = repertoire == .western && chance.isTrue(0.3) ? .windows1252 : nil
        pads = chance.isTrue(0.3)
        let common = TableDialect.settings(
            delimiter: delimiter, quotes: quotes, isWestern: encoding != nil, &chance)
        settings = common + (pads ? "Ragged=pad\n" : "")
    }

    private static func settings(
        delimiter: Character, quotes: Bool, isWestern: Bool, _ chance: inout Chance
    ) -> String {
        let names: [Character: String] = [",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe"]
        let isUsual = quotes == (delimiter == "," || delimiter == ";")
        var lines = ["Encoding=" + (isWestern ? chance.pick(["windows-1252", "latin1"]) : "auto")]
        lines.append("Delimiter=" + (chance.isTrue(0.5) ? "auto" : names[delimiter] ?? String(delimiter)))
        lines.append("Quote=" + (isUsual && chance.isTrue(0.5) ? "auto" : quotes ? "double" : "none"))
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns a text without the characters that fields of this dialect cannot hold.
    func fitting(_ text: String) -> String {
        guard !quotes else { return text }
        return String(text.map { $0 == delimiter || $0.isNewline ? " " : $0 })
    }

    /// Returns a field, enclosed in quotes if it must be, or by chance.
    func field(_ text: String, quoting share: Double, _ style: inout Chance) -> String {
        guard quotes else { return text }
        let marks = Set(["\"", "\n", "\r", "\r\n", delimiter])
        guard text.contains(where: { marks.contains($0) }) || style.isTrue(share) else { return text }
        return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
            + "\""
    }

    /// Returns a text in an encoding that the decoder detects.
    func bytes(_ text: String, _ style: inout Chance) -> [UInt8] {
        let encodings = Encoding.unicode + (repertoire == .western ? [.windows1252, .windows1252] : [])
        return (encoding ?? style.pick(encodings)).bytes(text)
    }
}
