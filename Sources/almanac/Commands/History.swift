import AlmanacClient
import AlmanacValues
import Records
import Showing

extension Command {
    /// Lists earlier versions of records.
    static let history = Command(
        "history", operands: "SOURCE[/KEY]", count: 1...1,
        summary: "List earlier versions of a source or a record, newest first",
        details: ["Such as: almanac history metar@KPWM --since yesterday"],
        options: [
            Option(
                "since", value: "MOMENT", summary: "earliest time, such as yesterday, 2h, 14:02, 2026-11-03"),
            Option("until", value: "MOMENT", summary: "latest time"),
            Option("limit", value: "COUNT", summary: "maximum number of versions (default 50)"),
        ]
    ) { invocation throws(CommandError) in
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let target = invocation.operands[0]
        let (source, key) = RecordKey.split(target)
        let page = try daemon.ask(
            .history(
                of: source, key: key, since: try moment("since", of: invocation),
                until: try moment("until", of: invocation), limit: try invocation.count("limit") ?? 50))
        if output.json != nil {
            output.write(page.items.map(\.json))
        } else {
            output.show(History(of: target, page.items))
        }
        return .success
    }

    private static func moment(_ name: String, of invocation: Invocation) throws(CommandError) -> UTC? {
        guard let text = invocation[name] else { return nil }
        guard let moment = UTC(said: text, now: Terminal.now, zone: Terminal.zone) else {
            throw .usage(
                "--\(name) \(text) is not a time, such as yesterday, 2h, 14:02, 2026-11-03", see: "history")
        }
        return moment
    }
}
