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

    /// Parses an answer; returns `nil` if a period has another shape.
    public init?(_ json: JSON) {
        let read = ReadList(json["phases"], Phase.init)
        guard read.unread == 0 else { return nil }
        source = json["source"].flatMap(Source.init)
        schema = json["schema"] ?? .object([])
        phases = read.elements
        self.json = json
    }
}
