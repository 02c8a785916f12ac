package import Records

/// The names of a provider that a definition lists as known: their appearance and disappearance is no news.
package struct KnownNames: Hashable, Sendable {
    private let words: [String]

    /// Creates a list of names, each with all, some or none of the names around it: `info/parameter/VTEC`,
    /// `parameter/VTEC` or `VTEC`.
    package init(_ words: [String] = []) { self.words = words }

    /// Creates the list of a definition.
    ///
    /// - Throws: `OptionError` if a quote in `Known=` is not closed.
    package init(_ options: Options) throws(OptionError) {
        words = try SettingWords.all(options, section: "Source", name: "Known")
    }

    /// Whether a name, with all names around it, is known.
    package func contains(_ name: String) -> Bool {
        words.contains { word in
            let (length, all) = (word.utf8.count, name.utf8.count)
            guard length < all else { return word.hasBytes(of: name) }
            return name.utf8.dropFirst(all - length - 1).elementsEqual("/\(word)".utf8)
        }
    }
}
