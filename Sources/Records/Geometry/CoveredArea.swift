/// The area of which a source can say that there is nothing, such as no warning: `Area=` of its definition.
///
/// A warning is shown wherever it applies; only its absence means nothing outside the area.
public struct CoveredArea: Hashable, Sendable {
    /// A box, with the instance of a template that it counts for.
    private struct Word {
        /// The instance; `nil` for all.
        let instance: Substring?
        /// The box; `nil` if it cannot be read.
        let box: GeoBounds?

        init(_ text: String) {
            let colon = text.lastIndex(of: ":")
            instance = colon.map { text[..<$0] }
            let start = colon.map { text.index(after: $0) } ?? text.startIndex
            box = GeoBounds(said: String(text[start...]))
        }
    }

    private let boxes: [GeoBounds]

    /// Reads boxes of latitudes and longitudes; `nil` if no word counts: the area is not stated. If there are
    /// boxes for the instance, the others do not count.
    ///
    /// - Parameters:
    ///   - words: The words `[INSTANCE:]SOUTH,WEST,NORTH,EAST`, in degrees; of a word that cannot be read,
    ///     nothing is known.
    ///   - instance: The instance of the source; `nil` if it has none.
    public init?(_ words: [String], of instance: String?) {
        let words = words.map(Word.init)
        let own = instance.map { instance in words.filter { $0.instance ?? "" == instance } } ?? []
        let counting = own.isEmpty ? words.filter { $0.instance == nil } : own
        guard !counting.isEmpty else { return nil }
        boxes = counting.compactMap(\.box)
    }

    /// Whether a word can be read.
    public static func isWord(_ text: String) -> Bool {
        let word = Word(text)
        return word.box != nil && word.instance.map { SourceName("a@\($0)") != nil } ?? true
    }

    /// Whether a position is known to be in the area.
    public func contains(_ position: Position) -> Bool { boxes.contains { $0.contains(position) } }
}
