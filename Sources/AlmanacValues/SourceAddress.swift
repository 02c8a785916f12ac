public import Records

/// One of several addresses of a source: io.almanac's `Address`.
public struct SourceAddress: Hashable, Sendable {
    /// The address, without a user.
    public let url: String
    /// Whether it was asked last.
    public let isInUse: Bool
    /// The reason why it cannot be used, or is behind; `nil` if it worked when it was asked last.
    public let failure: String?
    /// The time until which others are asked first; `nil` if it works.
    public let until: UTC?
    /// The time of its last usable answer; `nil` if there was none.
    public let answered: UTC?

    /// Parses an address; returns `nil` if the JSON has another shape.
    init?(_ json: JSON) {
        guard let url = json["url"]?.string else { return nil }
        self.url = url
        isInUse = json["inUse"]?.bool ?? false
        failure = json["failure"]?.string
        until = json["untilUSec"]?.moment
        answered = json["answeredUSec"]?.moment
    }
}
