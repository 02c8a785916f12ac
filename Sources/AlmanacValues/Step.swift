public import Records

/// A step of an attempt: io.almanac's `Step`.
public struct Step: Hashable, Sendable {
    /// The name of the step, such as `resolving`.
    public let name: String
    /// The host, address, status or number of bytes; `nil` if there is no detail.
    public let detail: String?
    /// The time since the start of the attempt.
    public let elapsed: Duration

    /// Parses a step; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let name = json["name"]?.string, let elapsed = json["elapsedUSec"]?.int else { return nil }
        self.name = name
        detail = json["detail"]?.string
        self.elapsed = .microseconds(elapsed)
    }

    /// The step as text: `answering 200`.
    public var text: String { name + (detail.map { " " + $0 } ?? "") }
}
