import AlmanacClient
import AlmanacValues
import Programs
import Records
import Showing

extension Command {
    /// Lists the changes of records.
    static let history = Command(
        "history", operands: "SOURCE[/KEY]", count: 1...1,
        summary: "List the changes of a source or a record, newest first",
        details: [
            "Each record that was added, changed or removed, with what changed; such as: almanac history "
                + "metar@KPWM --since yesterday"
        ],
        options: [
            Option(
                "since", value: "MOMENT", summary: "earliest time, such as yesterday, 2h, 14:02, 2026-11-03"),
            Option("until", value: "MOMENT", summary: "latest time"),
            Option("limit", value: "COUNT", summary: "maximum number of changes (default 50)"),
        ]
    ) { invocation throws(CommandError) in
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let target = invocation.operands[0]
        let (source, key) = RecordKey.split(target)
        let since = try moment("since", of: invocation)
        let until = try moment("until", of: invocation)
        let limit = try invocation.count("limit") ?? 50
        let request = { (limit: Int, next: String?) in
            Request<ChangePage>.changes(
                of: source, key: key, since: since, until: until, limit: limit, next: next)
        }
        var changes: [Event] = []
        var next: String?
        var isCut = false
        repeat {
            let page = try daemon.ask(request(limit - changes.count, next))
            changes += page.changes
            next = page.next
            isCut = page.isCut
        } while next != nil && changes.count < limit
        let cut = daemon.cut(
            changes.count, limit: next == nil ? nil : limit, of: request(limit, nil), "changes")
        if output.json != nil {
            output.write(changes.map(\.json))
            output.warn(cut)
        } else {
            output.show(PageSequence([History(of: target, changes), cut]))
        }
        if isCut { Terminal.warn("almanac: earlier changes are no longer in the log; Log= sets its size") }
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
