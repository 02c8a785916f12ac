public import Records

/// A source, the schema of its records and its past: the answer of DescribeSource.
public struct SourceDescription: Sendable {
    /// The source; `nil` if the answer has another shape.
    public let source: Source?
    /// The JSON Schema of the records.
    public let schema: JSON
    /// The periods of success and failure, in order.
    public let phases: [Phase]
    /// The answer as received from the daemon.
    public let json: JSON

    /// Parses an answer.
    public init(_ json: JSON) {
        source = json["source"].flatMap(Source.init)
        schema = json["schema"] ?? .object([])
        phases = (json["phases"]?.array ?? []).compactMap(Phase.init)
        self.json = json
    }
}
