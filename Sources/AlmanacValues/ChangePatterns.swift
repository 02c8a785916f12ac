import Records

/// Patterns of sources and keys, written `SOURCE[/KEY]`, or the identifier of an airport in capitals.
public struct ChangePatterns: Sendable {
    private let patterns: [(source: Glob, key: Glob?)]
    /// The user's words for the sources: names, globs, or identifiers of airports.
    private let texts: [String]
    /// The sources that the patterns name exactly.
    public let names: [String]
    /// The selector for the daemon; it matches at least what the patterns match.
    public let selector: Selector

    /// Parses patterns; without any, everything matches.
    public init(_ texts: [String]) {
        let pairs = texts.map(ChangePatterns.expand).map(RecordKey.split)
        patterns = pairs.map { (Glob($0.source), $0.key.map { Glob($0) }) }
        names = pairs.map(\.source).filter { name in !name.contains { "*?[".contains($0) } }
        self.texts = texts.map { RecordKey.split($0).source }
        selector = Selector(
            sources: pairs.map(\.source),
            keys: pairs.contains { $0.key == nil } ? [] : pairs.compactMap(\.key))
    }

    /// Returns those of the user's names, globs and identifiers that match none of these sources.
    public func unmatched(among sources: [String]) -> [String] {
        zip(texts, patterns).filter { _, pattern in !sources.contains(where: pattern.source.matches) }.map(
            \.0)
    }

    /// Whether an event matches; with several patterns, the selector also matches other combinations of
    /// sources and keys.
    public func match(_ event: Event) -> Bool {
        guard let source = event.source else { return true }
        return match(source: source, key: event.item?.key)
    }

    /// Whether a source matches and, if `key` is not `nil`, a record of it.
    public func match(source: String, key: String?) -> Bool {
        guard !patterns.isEmpty else { return true }
        return patterns.contains { pattern in
            guard pattern.source.matches(source) else { return false }
            guard let key, let wanted = pattern.key else { return true }
            return wanted.matches(key)
        }
    }

    /// Returns the identifier of an airport in capitals if the text has the form of one; otherwise `nil`.
    ///
    /// Source: ICAO Doc 7910: four letters; in North America, digits may follow the first letter.
    public static func airport(_ text: String) -> String? {
        let upper = text.uppercased()
        let isPlain = upper.utf8.allSatisfy { $0.isUppercase || $0.isDigit }
        let hasLetter = upper.utf8.first?.isUppercase ?? false
        return isPlain && hasLetter && upper.utf8.count == 4 ? upper : nil
    }

    /// Returns the pattern for all sources of an airport: no source name contains capitals before the `@`.
    private static func expand(_ text: String) -> String { airport(text) == text ? "*@\(text)" : text }
}
