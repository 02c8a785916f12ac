public import AlmanacValues
public import Records

/// A place or zone whose warnings are published: the setting `Warnings=`.
public nonisolated struct WarningPlace: Sendable {
    /// The place at which warnings must apply.
    public enum Where: Hashable, Sendable {
        /// At a position.
        case position(Position)
        /// In a zone, by its code or name.
        case zone(String)
    }

    /// The name, which is part of the topic and names the device.
    public let name: String
    /// The place.
    public let place: Where
    /// The sources whose warnings count.
    public let sources: ChangePatterns

    /// Reads `NAME LATITUDE,LONGITUDE|ZONE [SOURCE]...`.
    ///
    /// - Returns: `nil` if it is something else.
    public init?(_ words: [String]) {
        guard words.count >= 2, !words[0].hasPrefix("_"), words[0].utf8.count <= 64 else { return nil }
        name = words[0]
        if words[1].contains(",") {
            guard let position = Position(said: words[1]) else { return nil }
            place = .position(position)
        } else {
            place = .zone(words[1])
        }
        sources = ChangePatterns(Array(words.dropFirst(2)))
    }
}
