import Alerts
import Decoding
import Definitions
import Fetching
import Records
import Storing

/// The receiver of records while a document is decoded.
nonisolated protocol IngestSink {
    /// Adds the result of decoding a slice.
    mutating func add(_ decoded: Decoded) throws
    /// The failure of a document that lacks a record it needs; `nil` if it lacks none.
    var silence: FetchFailure? { get }
    /// The number of records; several with one key count once.
    var recordCount: Int { get }
    /// Whether the document has reports, none of which replaces the stored one.
    mutating func isOutdated(in reader: StoreReader) throws -> Bool
    /// Whether the document is older than one that was accepted.
    var isBehind: Bool { get }
    /// Records the number of the kept document, or of none.
    mutating func record(documentSerial: Int64)
    /// Discards all records: the document changes nothing.
    mutating func discard() throws
}

nonisolated extension IngestSink {
    /// Adds the result of decoding a slice, and empties it.
    fileprivate mutating func drain(_ decoded: inout Decoded) throws {
        decoded.replaceNulls()
        try add(decoded)
        decoded.removeAll()
    }
}

/// The step of an ingest that decodes its content, slice by slice.
nonisolated extension Ingest {
    /// Decodes the content and compares its records with the stored ones.
    ///
    /// - Parameters:
    ///   - source: The source of all its records.
    ///   - reader: The reader of the stored records.
    /// - Returns: The comparison, ready to yield its differences, and the report without them.
    /// - Throws: An error if the document as a whole cannot be decoded; then nothing of it is stored.
    func compare(_ source: String, in reader: StoreReader) throws -> (Comparison, IngestReport) {
        guard case .join = content else { return try compared(source, in: reader) }
        return try reader.seeingOneState { try compared(source, in: reader) }
    }

    private func compared(_ source: String, in reader: StoreReader) throws -> (Comparison, IngestReport) {
        var sink = try ComparisonSink(self, of: source, in: reader)
        try decode(into: &sink, in: reader)
        if isBehind(sink.comparison, sink.leftOut) { sink.report.isBehind = true }
        sink.comparison.finish(
            keeping: keeping(beside: sink.report),
            because: reasons(of: source, beside: sink.report, in: reader))
        sink.report.add(sink.leftOut, at: now)
        return (sink.comparison, sink.report)
    }

    /// Decodes the content, and keeps a document if it is accepted and is to be kept.
    ///
    /// - Parameters:
    ///   - sink: The receiver of the records.
    ///   - reader: The reader of the records of a join.
    /// - Throws: An error if the document as a whole cannot be decoded, or lacks a record it needs.
    func decode(
        into sink: inout some IngestSink, in reader: @autoclosure () throws -> StoreReader
    ) throws {
        switch content {
        case .document(let body, let facts): try decode(body, facts: facts, into: &sink, in: reader())
        case .pushed(let body, let received):
            try decode(DocumentFacts(received: received), into: &sink, in: reader()) { use in
                try body.forEachSlice { try use($0) }
            }
        case .kept, .confirmed:
            guard case .source(let name) = target,
                let kept = try documents.reader(of: name, notBefore: documentSerial)
            else { throw FetchFailure.notKept }
            try decode(kept.facts, into: &sink, in: reader()) { use in
                while case let part = try kept.next(), !part.isEmpty { try use(part.span) }
            }
        case .stored: try advance(into: &sink, in: reader())
        case .join: try join(into: &sink, in: reader())
        case .nothing(let isRepeated): try retain(afterRepetition: isRepeated, into: &sink, in: reader())
        }
    }

    private func decode(
        _ body: Body, facts: DocumentFacts, into sink: inout some IngestSink,
        in reader: @autoclosure () throws -> StoreReader
    ) throws {
        guard case .source(let name) = target else {
            return try decode(facts, into: &sink, in: reader()) { use in try body.forEachSlice { try use($0) }
            }
        }
        var facts = facts
        let serial = nextDocumentSerial(facts.received)
        facts.serial = serial
        let writer =
            keepsDocument
            ? try documents.writer(
                of: name, facts, expecting: body.count, isDurable: needsDurableDocument) : nil
        try decode(facts, into: &sink, in: reader()) { use in
            try body.forEachSlice { slice in
                try writer?.append(slice)
                try use(slice)
            }
        }
        if sink.isBehind { return }
        if let shrinking {
            try shrinking.check(sink.recordCount, of: reader().recordCount(of: name), in: body)
        }
        // The records of the document before would otherwise be lost with it.
        if kind.hasNewest || order.updated != nil, try sink.isOutdated(in: reader()) { return }
        if let writer { try writer.finish() } else { try documents.remove(name) }
        sink.record(documentSerial: serial)
    }

    /// Returns a number for a document that is greater than that of the one before, also if the clock was set
    /// back.
    private func nextDocumentSerial(_ received: UTC) -> Int64 {
        max(received.microseconds, (documentSerial ?? 0) + 1)
    }

    private func decode(
        _ facts: DocumentFacts, into sink: inout some IngestSink,
        in reader: @autoclosure () throws -> StoreReader,
        slices: ((Span<UInt8>) throws -> Void) throws -> Void
    ) throws {
        var context = DocumentContext(
            reference: facts.reference ?? facts.received, now: now, charset: facts.charset, url: facts.url,
            stations: stations)
        context.isBrief = isBrief
        var decoder = try kind.decoder(options: options, context: context)
        var stored: StoreMemory?
        if var recalling = decoder as? any RecallingDecoder, case .source(let name) = target {
            let reader = try reader()
            let memory = StoreMemory(keys: try reader.keysByName(of: name), zones: [], reader)
            recalling.recall(memory.keys(of: name))
            decoder = recalling
            stored = memory
        }
        var decoded = Decoded()
        var edition = isDocument ? EditionReader(order, modified: report.modified) : nil
        try slices { slice in
            try decoder.decode(slice, into: &decoded)
            edition?.read(slice)
            edition?.read(decoded.records)
            stamp(&decoded, facts)
            try sink.drain(&decoded)
        }
        if var living = decoder as? any LivingDecoder, case .source(let name) = target {
            let reader = try reader()
            let zones = options.words(in: "Alert", named: "Zones").compactMap { ZoneTable($0) }
            let memory = StoreMemory(keys: try reader.keysByName(of: name), zones: zones, reader)
            living.know(
                EarlierRecords(
                    isAnswer: isAnswer && countsAbsence, isConfirmed: isAnswer && countsPresence, ages: ages
                ) {
                    memory.forEachRecord(of: name, $0)
                })
            living.live(at: now, recall: { memory.key(of: $0) }, zones: memory.tables)
            try living.finish(into: &decoded)
            try memory.check()
        } else {
            try finish(&decoder, into: &decoded)
        }
        // Only the names of new documents are compared: a few pushed messages rarely have all names.
        if !isDocument { decoded.providerNames = ProviderNames() }
        try stored?.check()
        stamp(&decoded, facts)
        edition?.read(decoded.records)
        try sink.drain(&decoded)
        if var edition, try leaveOut(&edition, from: &sink, in: reader()) { return }
        if let silence = sink.silence { throw silence }
    }

    /// Decodes the rest of a document; the failure of one that cannot be read states the names in it.
    private func finish(_ decoder: inout any DocumentDecoder, into decoded: inout Decoded) throws {
        do throws(DecodeError) {
            try decoder.finish(into: &decoded)
        } catch {
            guard decoded.providerNames.records > 0, isDocument else { throw error }
            var failure = FetchFailure(ingest: error)
            let names = decoded.providerNames
            failure.members = names.isFull ? [] : names.counts.map(\.name)
            throw failure
        }
    }

    /// Adds the order of a document, and discards its records if it is older than one that was accepted.
    ///
    /// - Returns: Whether it is older.
    private func leaveOut(
        _ edition: inout EditionReader, from sink: inout some IngestSink, in reader: StoreReader
    ) throws -> Bool {
        guard case .source(let name) = target else { return false }
        let order = try edition.order(at: now, recall: reader.keysByName(of: name))
        if order.isOlder { try sink.discard() }
        var decoded = Decoded()
        decoded.names = order.names
        decoded.notes = order.notes + (edition.remark.map { [$0] } ?? [])
        decoded.isBehind = order.isOlder
        try sink.drain(&decoded)
        return order.isOlder
    }

    /// Whether the content is a new document.
    var isDocument: Bool { if case .document = content { true } else { false } }

    /// Adds the time of reception to the reports whose own time cannot be read, since their age is not known
    /// otherwise; states it for the entries of a feed, of which only new ones get it.
    private func stamp(_ decoded: inout Decoded, _ facts: DocumentFacts) {
        let received = isAnswer ? now : facts.received
        decoded.received = received
        guard stampsReports else { return }
        for place in decoded.records.indices {
            let stamped = ReportOrder.stamped(decoded.records[place], received: received)
            guard let stamped else { continue }
            decoded.records[place] = stamped
            decoded.undated.append(stamped.key)
        }
    }

    /// Whether the content is an answer of the upstream, and not one that is read once more.
    private var isAnswer: Bool { if case .kept = content { false } else { true } }

    /// Decodes the stored records once more, as they are at the moment.
    private func advance(into sink: inout some IngestSink, in reader: StoreReader) throws {
        try pass(into: &sink, in: reader) { record in AlertClock.record(record, at: now) }
    }

    /// Passes on the records that an answer without content leaves: after the first one those that have not
    /// ended yet, after a second one none.
    private func retain(
        afterRepetition isRepeated: Bool, into sink: inout some IngestSink, in reader: StoreReader
    ) throws {
        // The last document would bring back its records if it were decoded once more.
        if keeping != .all, case .source(let name) = target {
            try documents.remove(name)
            sink.record(documentSerial: nextDocumentSerial(now))
        }
        guard !isRepeated, let ends else { return }
        try pass(into: &sink, in: reader) { record in
            guard let moment = ends.moment(in: record), moment <= now else {
                return kind.agesInStore ? AlertClock.record(record, at: now) : (record, nil, nil)
            }
            return (nil, nil, nil)
        }
    }

    /// Passes on the stored records as a function changes them; it also returns the next moment at which time
    /// changes a record.
    private func pass(
        into sink: inout some IngestSink, in reader: StoreReader,
        change: (Record) -> AlertClock.State
    ) throws {
        guard case .source(let name) = target else { return }
        var last: String?
        while case let page = try reader.snapshot(of: [name], after: last.map { (name, $0) }, limit: 200),
            let end = page.last
        {
            var decoded = Decoded()
            for stored in page {
                let (record, next, unconfirmed) = change(stored.record)
                if let record { decoded.records.append(record) }
                if record != nil, let unconfirmed { decoded.unconfirmed[stored.record.key] = unconfirmed }
                decoded.next = [decoded.next, next].compactMap(\.self).min()
            }
            try sink.drain(&decoded)
            last = end.record.key
        }
    }

    private func join(into sink: inout some IngestSink, in reader: StoreReader) throws {
        var join = try StoredJoin(options, in: reader)
        var decoded = Decoded()
        while try join.next(into: &decoded) { try sink.drain(&decoded) }
    }
}

nonisolated extension FieldPath {
    /// Returns the time at the path in the data of a record; `nil` if there is none.
    func moment(in record: Record) -> UTC? {
        // A record that is not JSON has no fields.
        guard let data = try? JSON(parsing: record.data) else { return nil }
        return value(in: data)?.string.flatMap { UTC(iso8601: $0) }
    }
}

nonisolated extension FetchFailure {
    /// The failure to decode the last accepted document once more when none is kept.
    static let notKept = FetchFailure(.waiting, "no document is stored: waiting for the next one")
}
