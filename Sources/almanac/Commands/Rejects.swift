import Records
import Showing

extension Command {
    /// What could not be read.
    static let rejects = Command(
        "rejects", "SOURCE", count: 1...1, "What of a source's last document could not be read, and why",
        details: ["Line, field and what was found there; all else of that document was taken."],
        options: [Option("limit", value: "COUNT", "at most so many")]
    ) { session throws(Complaint) in
        let name = session.invocation.operands[0]
        let limit = try session.count("limit")
        let answer = try session.daemon.ask(
            "GetRejects", .members(["source": .string(name), "limit": limit.map { .int($0) }]))
        let rejects = answer["rejects"]?.array ?? []
        if session.output.json != nil {
            session.output.write(rejects)
        } else {
            session.output.show(RejectList(source: name, rejects: rejects))
        }
        return .success
    }
}
