/// The area of which a source can say that there is nothing, such as no warning: `Area=` of its definition.
///
/// A warning is shown wherever it applies; only its absence means nothing outside the area.
public struct CoveredArea: Hashable, Sendable {
    /// A box, with the instances of a template that it counts for.
    private struct Word {
        /// The glob of the instances; `nil` for all.
        let instances: String?
        /// The text of the box.
        let text: String

        init(_ word: String) {
            let colon = word.lastIndex(of: ":")
            instances = colon.map { String(word[..<$0]) }
            text = String(word[(colon.map { word.index(after: $0) } ?? word.startIndex)...])
        }
    }

    /// The boxes, which may overlap.
    let boxes: [GeoBounds]

    /// Reads boxes of latitudes and longitudes; `nil` if no word counts: the area is not stated.
    ///
    /// - Parameters:
    ///   - words: The words `[INSTANCE:]SOUTH,WEST,NORTH,EAST`, in degrees; of a word that cannot be read,
    ///     nothing is known.
    ///   - instance: The instance of the source; `nil` if it has none.
    public init?(_ words: [String], of instance: String?) {
        let counting = CoveredArea.words(words, of: instance)
        guard !counting.isEmpty else { return nil }
        boxes = counting.compactMap { GeoBounds(said: $0) }
    }

    /// Returns the boxes that count for an instance, without it: those of a glob that it matches, otherwise those
    /// of all instances.
    public static func words(_ words: [String], of instance: String?) -> [String] {
        let words = words.map { Word($0) }
        let own = words.filter { word in
            instance.flatMap { name in word.instances.map { Glob($0).matches(name) } } ?? false
        }
        return (own.isEmpty ? words.filter { $0.instances == nil } : own).map(\.text)
    }

    /// Whether a word can be read.
    public static func isWord(_ text: String) -> Bool {
        let word = Word(text)
        let isInstance =
            word.instances.map { SourceName("a@" + $0.replacing(text: "*", with: "a")) != nil } ?? true
        return isInstance && GeoBounds(said: word.text) != nil
    }

    /// Whether a position is known to be in the area.
    public func contains(_ position: Position) -> Bool { boxes.contains { $0.contains(position) } }
}
