package import Records

/// The names and values of a provider that a definition lists as known: the appearance and disappearance of
/// these names, and the appearance of these values, is no news.
package struct KnownNames: Hashable, Sendable {
    private let words: [String]

    /// Creates a list of names, each with all, some or none of the names around it: `info/parameter/VTEC`,
    /// `parameter/VTEC` or `VTEC`; and of values, each with its name, as in `status=Test`, where `*` is any.
    package init(_ words: [String] = []) { self.words = words }

    /// Creates the list of a definition.
    ///
    /// - Parameters:
    ///   - options: The settings.
    ///   - standard: The names and values that the standard of the documents defines.
    /// - Throws: `OptionError` if a quote in `Known=` is not closed.
    package init(_ options: Options, standard: [String] = []) throws(OptionError) {
        words = try SettingWords.all(options, section: "Source", name: "Known") + standard
    }

    /// Returns values in the form of `Known=`.
    ///
    /// - Parameter lists: The names, each with its values, separated by spaces.
    /// - Returns: The values, each with its name.
    package static func values(_ lists: KeyValuePairs<String, String>) -> [String] {
        lists.flatMap { name, words in words.split(separator: " ").map { "\(name)=\($0)" } }
    }

    /// Whether a name, with all names around it, is known.
    package func contains(_ name: String) -> Bool { words.contains { $0.utf8.isEnd(of: name) } }

    /// Whether a value of a name, with all names around it, is known.
    package func contains(_ value: String, of name: String) -> Bool {
        containsAllValues(of: name)
            || words.contains { word in
                guard word.ends(with: value) else { return false }
                let rest = word.utf8.dropLast(value.utf8.count)
                return rest.last == .equals && rest.dropLast().isEnd(of: name)
            }
    }

    /// Whether all values of a name, with all names around it, are known.
    package func containsAllValues(of name: String) -> Bool {
        words.contains { $0.ends(with: "=*") && $0.utf8.dropLast(2).isEnd(of: name) }
    }
}

extension Collection<UInt8> {
    /// Whether this is a name, or the last part of one with names around it.
    fileprivate func isEnd(of name: String) -> Bool {
        let all = name.utf8
        guard !isEmpty, count < all.count else { return elementsEqual(all) }
        let rest = all.dropLast(count)
        return rest.last == .slash && all.suffix(count).elementsEqual(self)
    }
}
