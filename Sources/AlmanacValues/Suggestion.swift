public import Records

/// A suggestion for a text that a user is typing: io.almanac's `Suggestion`.
public struct Suggestion: Sendable {
    /// The completed text.
    public let text: String
    /// More about it, such as the location; `nil` if there is nothing more.
    public let detail: String?
    /// The identifier for GetPlace.
    public let identifier: String
    /// The suggestion as received from the daemon.
    public let json: JSON

    /// Parses a suggestion; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let text = json["text"]?.string, let identifier = json["identifier"]?.string else { return nil }
        self.text = text
        self.identifier = identifier
        self.json = json
        detail = json["detail"]?.string
    }
}
