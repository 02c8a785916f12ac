import Definitions
import Records
import Refreshing
import Storing
import Subscribing
import Varlink

extension Interface {
    func listSources(_ call: Call) {
        guard let selector = selector(of: call) else { return }
        let names = sources.names(wantedBy: selector).compactMap { SourceName($0) }
        call.reply(["sources": .array(names.compactMap(sources.report(on:)))])
    }

    func describeSource(_ call: Call) {
        guard let name = source(of: call, "name") else { return }
        let definitions = sources.definitions(behind: name)
        let query = ReadQuery { desk in
            try RecordSchema(of: name, among: definitions) { name in
                try desk.reader().snapshot(of: [name.text], limit: RecordSchema.sample).map(\.record)
            }.json
        }
        run(query, for: call, .reading) { [self] schema in
            call.reply([
                "source": sources.report(on: name) ?? .object([]), "schema": schema,
                "phases": sources.phases(of: name),
            ])
        }
    }

    func getRejects(_ call: Call) {
        guard let name = source(of: call, "source") else { return }
        let limit = min(max(call.parameters["limit"]?.int ?? Store.maximumRejects, 0), Store.maximumRejects)
        let query = ReadQuery { try $0.reader().rejects(of: name.text, limit: limit).map(\.interfaceJSON) }
        run(query, for: call, .reading) { call.reply(["rejects": .array($0)]) }
    }

    func getStatus(_ call: Call) {
        run(ReadQuery { try $0.reader().bounds().oldest }, for: call, .reading) { [self] oldest in
            let failures = failures.current + control.unnamedFaults
            call.reply(
                .members([
                    "version": .string(Version.text), "startedUSec": .int(control.started.microseconds),
                    "cursor": .string(broadcast.cursor.description),
                    "oldestCursor": .string(broadcast.cursor(of: oldest - 1).description),
                    "sources": .int(sources.count), "records": .int(sources.recordCount),
                    "subscribers": .int(subscribers.count),
                    "kinds": .array(Kind.allCases.map { .string($0.rawValue) }),
                    "counters": counters.json(
                        readSlices: queries.counts.slices, cancelledReads: queries.counts.cancelled),
                    "identity": .string(broadcast.runs.identity),
                    "libraries": .object(
                        Libraries.loaded.map { JSON.Member($0.name, .string($0.version)) }),
                    "failures": failures.isEmpty ? nil : .array(failures.map(\.json)),
                ]))
        }
    }
}

nonisolated extension Reject {
    /// The reject as the interface sends it.
    ///
    /// Source: io.almanac.varlink, type Reject.
    fileprivate var interfaceJSON: JSON {
        .members([
            "line": line.map { .int($0) }, "offset": offset.map { .int($0) }, "key": key.map(JSON.string),
            "field": field.map(JSON.string), "found": .string(found), "reason": .string(reason),
        ])
    }
}
