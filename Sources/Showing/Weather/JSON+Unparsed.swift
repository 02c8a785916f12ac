import Records

extension JSON {
    /// The words of a report that were not understood, without those that its trends name as their own.
    var unparsedWords: [String] { words(without: self[.trend]) }

    /// Returns the words that were not understood, without those that the elements of a list name as their
    /// own.
    func words(without parts: JSON?) -> [String] {
        var words = texts(.unparsed)
        for own in (parts?.array ?? []).flatMap({ $0.texts(.unparsed) }) {
            if let index = words.firstIndex(of: own) { words.remove(at: index) }
        }
        return words
    }

    /// Returns the texts of a member that is a list of texts or one text.
    func texts(_ member: WeatherMember) -> [String] {
        guard let value = self[member] else { return [] }
        return value.array?.compactMap(\.string) ?? [value.string].compactMap(\.self)
    }
}
