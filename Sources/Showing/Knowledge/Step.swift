public import Records

/// A step of an attempt, as io.almanac's `Step` tells.
public struct Step: Hashable, Sendable {
    /// What began or happened, such as `resolving`.
    public let name: String
    /// The host, the address, the status, the bytes; `nil` when there is nothing to say.
    public let detail: String?
    /// When, from the beginning of the attempt.
    public let elapsed: Duration

    /// Reads what the daemon says; `nil` when it says something else.
    public init?(_ json: JSON) {
        guard let name = json["name"]?.string, let elapsed = json["elapsedUSec"]?.int else { return nil }
        (self.name, detail) = (name, json["detail"]?.string)
        self.elapsed = .microseconds(elapsed)
    }

    /// What a person reads: `answering 200`.
    public var text: String { name + (detail.map { " " + $0 } ?? "") }
}
