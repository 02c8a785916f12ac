import Decoding
import Records
import Storing
import Varlink

extension Interface {
    func listSources(_ call: Call) {
        guard let selector = selector(of: call) else { return }
        let names = sources.names(wantedBy: selector).compactMap { SourceName($0) }
        call.reply(["sources": .array(names.compactMap(sources.report(on:)))])
    }

    func describeSource(_ call: Call) {
        guard let name = source(of: call, "name") else { return }
        let definition = sources.definition(of: name)
        archive.snapshot(of: [name.text], after: nil, until: nil, limit: RecordSchema.sample) {
            [self] result in
            end(call, result) { page in
                let schema = RecordSchema(page.map(\.record), definition).json
                return ["source": sources.report(on: name) ?? .object([]), "schema": schema]
            }
        }
    }

    func getRejects(_ call: Call) {
        guard let name = source(of: call, "source") else { return }
        let limit = min(max(call.parameters["limit"]?.int ?? Store.maximumRejects, 0), Store.maximumRejects)
        archive.read {
            try $0.rejects(of: name.text, limit: limit)
        } then: { [self] result in
            end(call, result) { ["rejects": .array($0.map(\.interfaceJSON))] }
        }
    }

    func getStatus(_ call: Call) {
        archive.read {
            try $0.bounds()
        } then: { [self] result in
            end(call, result) { bounds in
                [
                    "version": .string(Version.text), "startedUSec": .int(control.started.microseconds),
                    "cursor": .string(broadcast.cursor.description),
                    "oldestCursor": .string(
                        Cursor(epoch: broadcast.epoch, number: bounds.oldest - 1).description),
                    "sources": .int(sources.names.count), "records": .int(sources.recordCount),
                    "subscribers": .int(subscribers.count),
                    "kinds": .array(Kind.allCases.map { .string($0.rawValue) }), "counters": counters.json,
                ]
            }
        }
    }
}

nonisolated extension Reject {
    /// Source: io.almanac.varlink, type Reject.
    fileprivate var interfaceJSON: JSON {
        .members([
            "line": line.map { .int($0) }, "offset": offset.map { .int($0) }, "key": key.map(JSON.string),
            "field": field.map(JSON.string), "found": .string(found), "reason": .string(reason),
        ])
    }
}
