import Records
import Showing

extension Command {
    /// What the records of a source look like.
    static let describe = Command(
        "describe", "SOURCE", count: 1...1, "Where a source comes from, and what its records look like",
        details: ["Each member with its type and unit; with --json as a JSON Schema."]
    ) { session throws(Complaint) in
        let answer = try session.daemon.ask(
            "DescribeSource", ["name": .string(session.invocation.operands[0])])
        if session.output.json != nil {
            session.output.write(answer)
        } else if let source = answer["source"].flatMap(Source.init) {
            session.output.show(SchemaPage(source, schema: answer["schema"] ?? .object([])))
        }
        return .success
    }
}
