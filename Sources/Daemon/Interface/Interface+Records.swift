import Reactive
import Records
import Storing
import Varlink

extension Interface {
    /// Pages of the last known state; with `more` all of them.
    func getSnapshot(_ call: Call) {
        guard let selector = selector(of: call) else { return }
        let limit = min(max(call.parameters["limit"]?.int ?? 500, 1), 1000)
        guard let place = place(of: call) else { return }
        let names = sources.names(wantedBy: selector)
        sendPage(
            SnapshotPage(selector: selector, sources: names, limit: limit, cursor: broadcast.cursor),
            after: place, call)
    }

    /// What a snapshot asks for, and when it began.
    nonisolated struct SnapshotPage {
        let selector: Selector
        let sources: [String]
        let limit: Int
        let cursor: Cursor

        /// Whether more may follow what was found: it ended because it has so many records, or so much data.
        func isFull(_ found: [StoredRecord]) -> Bool {
            found.count >= limit || found.reduce(0) { $0 + $1.record.data.count } >= StoreReader.pageBytes
        }
    }

    /// Pages in which nothing is wanted are passed over.
    private func sendPage(_ page: SnapshotPage, after place: Archive.Place?, _ call: Call) {
        archive.snapshot(of: page.sources, after: place, until: nil, limit: page.limit) { [self] result in
            guard !call.isOver else { return }
            guard case .success(let found) = result else { return end(call, result) { _ in .null } }
            let wanted = found.filter { page.selector.matches($0.record) }
            let next = found.last.map { Archive.Place(source: $0.source, key: $0.record.key) }
            if wanted.isEmpty, let next { return sendPage(page, after: next, call) }
            let reply = self.reply(page.cursor, wanted, page.isFull(found) || call.wantsMore ? next : nil)
            guard call.wantsMore, let next else { return call.reply(bytes: reply) }
            call.stream(bytes: reply)
            whenDrained(call) { [self] in sendPage(page, after: next, call) }
        }
    }

    private func reply(_ cursor: Cursor, _ records: [StoredRecord], _ next: Archive.Place?) -> [UInt8] {
        var writer = JSONWriter(capacity: records.count * 400)
        writer.beginObject()
        writer.name("cursor")
        writer.string(cursor.description)
        writer.name("records")
        writer.beginArray()
        for stored in records { stored.write(to: &writer) }
        writer.endArray()
        if let next {
            writer.name("next")
            writer.string("\(next.source)/\(next.key)")
        }
        writer.endObject()
        return writer.take()
    }

    /// Where the page before ended: outer `nil` when that makes no sense, and the call has failed.
    private func place(of call: Call) -> Archive.Place?? {
        guard let text = call.parameters["next"]?.string else { return .some(nil) }
        let parts = RecordKey.split(text)
        guard let key = parts.key else {
            call.fail(.invalidParameter("next"))
            return nil
        }
        return Archive.Place(source: parts.source, key: key)
    }

    /// What records have been, newest first, one page; with `more` all pages.
    func getHistory(_ call: Call) {
        guard let name = source(of: call, "source") else { return }
        sendHistory(of: name, before: call.parameters["next"]?.string.flatMap { Int64($0) }, call)
    }

    private func sendHistory(of name: SourceName, before number: Int64?, _ call: Call) {
        let asked = call.parameters
        let limit = min(max(asked["limit"]?.int ?? 200, 1), 1000)
        let (key, until) = (asked["key"]?.string, asked["untilUSec"]?.moment)
        let since = [asked["sinceUSec"]?.moment, oldest(of: name)].compactMap(\.self).max()
        archive.read {
            try $0.history(of: name.text, key: key, since: since, until: until, before: number, limit: limit)
        } then: { [self] result in
            guard !call.isOver else { return }
            guard case .success(let changes) = result else { return end(call, result) { _ in .null } }
            let next = changes.count == limit ? changes.last?.number : nil
            let reply = JSON.members([
                "records": .array(changes.compactMap(\.recordJSON)), "next": next.map { .string(String($0)) },
            ])
            guard call.wantsMore, let next else { return call.reply(reply) }
            call.stream(reply)
            whenDrained(call) { [self] in sendHistory(of: name, before: next, call) }
        }
    }

    /// The oldest moment that a source tells changes of; `nil` when it tells all that the log has.
    private func oldest(of name: SourceName) -> UTC? {
        sources.definition(of: name)?.history.map { wall() - $0 }
    }

    /// Goes on when the client has taken what was sent.
    private func whenDrained(_ call: Call, _ next: @escaping () -> Void) {
        guard call.unsent > 0 else { return next() }
        call.wait(for: call.drained.first().sink { next() })
    }
}

nonisolated extension StoredRecord {
    /// Source: io.almanac.varlink, type Record.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("source")
        writer.string(source)
        writer.name("key")
        writer.string(record.key)
        if let title = record.title {
            writer.name("title")
            writer.string(title)
        }
        writer.name("generation")
        writer.number(generation)
        writer.name("realtimeUSec")
        writer.number(Int(at.microseconds))
        if let position = record.position {
            writer.name("latitude")
            writer.number(position.latitude)
            writer.name("longitude")
            writer.number(position.longitude)
        }
        writer.name("data")
        writer.literal(record.data)
        writer.endObject()
    }
}

nonisolated extension Change {
    /// The record that a change made; `nil` when it removed it.
    fileprivate var recordJSON: JSON? {
        guard let data, let json = try? JSON(parsing: data) else { return nil }
        return .members([
            "source": .string(source), "key": .string(key), "title": title.map(JSON.string),
            "generation": .int(generation), "realtimeUSec": .int(at.microseconds),
            "latitude": (position?.latitude).map(JSON.double),
            "longitude": (position?.longitude).map(JSON.double), "data": json,
        ])
    }
}

nonisolated extension JSON {
    fileprivate var moment: UTC? { int.map { UTC(microseconds: Int64($0)) } }
}
