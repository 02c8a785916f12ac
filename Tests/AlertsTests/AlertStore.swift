import Alerts
import Decoding
import Records
import TestDocuments

/// The records of a source of alerts from document to document, as the daemon keeps them.
final class AlertStore {
    /// The records by key.
    private(set) var records: [String: Record] = [:]
    /// The events that a subscriber sees, such as `added a`.
    private(set) var events: [String] = []
    /// The keys and messages of the records that were added.
    private(set) var additions: [String] = []
    /// The result of the last document.
    private(set) var last = Decoded()
    private let memory = Memory()
    private let definition: String

    /// Creates a source without records.
    init(_ definition: String = "[Source]\nURL=https://example.org/\n") { self.definition = definition }

    /// The keys of the records, sorted.
    var keys: [String] { records.keys.sorted() }

    /// The data of a record; `nil` if there is none.
    func data(_ key: String) throws -> JSON? { try records[key].map { try JSON(parsing: $0.data) } }

    /// Returns what is remembered under a name.
    func remembered(_ name: String) -> String? { memory.key(of: name) }

    /// Reads a document at a moment, in seconds since 1970.
    func read(
        _ text: String, at seconds: Int64, isAnswer: Bool = true, isConfirmed: Bool = true
    ) throws {
        try read(Array(text.utf8), at: seconds, isAnswer: isAnswer, isConfirmed: isConfirmed)
    }

    /// Reads a document at a moment.
    func read(
        _ bytes: [UInt8], at seconds: Int64, isAnswer: Bool = true, isConfirmed: Bool = true
    ) throws {
        pass(to: seconds)
        let now = UTC(seconds: seconds)
        var decoder = try AlertDecoder(
            options: TestDocument.options(definition), context: DocumentContext(reference: now))
        decoder.live(at: now) { [memory] in memory.key(of: $0) }
        let stored = Array(records.values)
        decoder.know(EarlierRecords(isAnswer: isAnswer, isConfirmed: isConfirmed) { stored.forEach($0) })
        last = try decoder.decode(whole: bytes)
        memory.add(last.names)
        let news = Dictionary(last.records.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
        for key in keys where news[key] == nil && !last.kept.contains(key) { remove(key) }
        for (key, record) in news.sorted(by: { $0.key < $1.key }) { put(record, under: key) }
        for (key, moment) in last.unconfirmed { records[key] = records[key]?.marked(since: moment) }
    }

    /// Lets time pass.
    func pass(to seconds: Int64) {
        for (key, record) in records {
            let state = AlertClock.record(record, at: UTC(seconds: seconds))
            if let record = state.record { put(record, under: key) } else { remove(key) }
            if state.record != nil { records[key] = records[key]?.marked(since: state.unconfirmed) }
        }
    }

    private func put(_ record: Record, under key: String) {
        let old = records[key]?.marked(since: nil)
        if old == nil {
            additions.append("\(key) \((try? JSON(parsing: record.data))?["identifier"]?.string ?? "")")
        }
        if old?.data != record.data { events.append("\(old == nil ? "added" : "changed") \(key)") }
        let mark = (try? records[key].map { try JSON(parsing: $0.data) })??["unconfirmed"]?.string
        // A record that does not differ is not written, so that its mark stays.
        let isSame = old?.data == record.data
        records[key] = isSame ? record.marked(since: mark.flatMap { UTC(iso8601: $0) }) : record
    }

    private func remove(_ key: String) {
        records[key] = nil
        events.append("removed \(key)")
    }
}

extension Record {
    /// Returns the record with another mark.
    fileprivate func marked(since moment: UTC?) -> Record {
        guard var members = (try? JSON(parsing: data))?.object else { return self }
        members.removeAll { $0.name == "unconfirmed" }
        if let moment { members.append(.init("unconfirmed", .string(moment.description))) }
        var record = self
        record.data = JSON.object(members).canonicalBytes
        return record
    }
}
