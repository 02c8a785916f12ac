import Records
import Showing

extension Command {
    /// What a record was before.
    static let history = Command(
        "history", "SOURCE[/KEY]", count: 1...1, "What a source or a record was, the newest first",
        details: ["Such as: almanac history metar@KPWM --since yesterday"],
        options: [
            Option("since", value: "MOMENT", "not before, such as yesterday, 2h, 14:02, 2026-11-03"),
            Option("until", value: "MOMENT", "not after"),
            Option("limit", value: "COUNT", "at most so many (default 50)"),
        ]
    ) { session throws(Complaint) in
        let (source, key) = RecordKey.split(session.invocation.operands[0])
        let answer = try session.daemon.ask(
            "GetHistory",
            .members([
                "source": .string(source), "key": key.map(JSON.string),
                "sinceUSec": try moment("since", session),
                "untilUSec": try moment("until", session), "limit": .int(try session.count("limit") ?? 50),
            ]))
        let records = answer["records"]?.array ?? []
        if session.output.json != nil {
            session.output.write(records)
        } else {
            session.output.show(History(of: session.invocation.operands[0], records.compactMap(Item.init)))
        }
        return .success
    }

    private static func moment(_ name: String, _ session: Session) throws(Complaint) -> JSON? {
        guard let text = session.invocation[name] else { return nil }
        guard let moment = UTC(said: text, now: Terminal.now, zone: Terminal.zone) else {
            throw .usage(
                "--\(name) \(text) is no moment, such as yesterday, 2h, 14:02, 2026-11-03", see: "history")
        }
        return .int(moment.microseconds)
    }
}
