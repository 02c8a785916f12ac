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
}

nonisolated extension IngestSink {
    /// Adds the result of decoding a slice, and empties it.
    fileprivate mutating func take(_ decoded: inout Decoded) throws {
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
        var sink = ComparisonSink(
            comparison: try comparison(of: source, in: reader), report: report, needsRecords: needsRecords)
        try decode(into: &sink, in: reader)
        sink.comparison.finish(keeping: keeping)
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
        case .kept:
            guard case .source(let name) = target, let kept = try documents.reader(of: name) else {
                throw FetchFailure.notKept
            }
            try decode(kept.facts, into: &sink, in: reader()) { use in
                while case let part = try kept.next(), !part.isEmpty { try use(part.span) }
            }
        case .stored: try advance(into: &sink, in: reader())
        case .join: try join(into: &sink, in: reader())
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
        let writer = keepsDocument ? try documents.writer(of: name, facts) : nil
        try decode(facts, into: &sink, in: reader()) { use in
            try body.forEachSlice { slice in
                try writer?.append(slice)
                try use(slice)
            }
        }
        if let shrinking {
            try shrinking.check(sink.recordCount, of: reader().recordCount(of: name), in: body)
        }
        if let writer { try writer.finish() } else { try documents.remove(name) }
    }

    private func decode(
        _ facts: DocumentFacts, into sink: inout some IngestSink,
        in reader: @autoclosure () throws -> StoreReader,
        slices: ((Span<UInt8>) throws -> Void) throws -> Void
    ) throws {
        let context = DocumentContext(
            reference: facts.reference ?? facts.received, now: now, charset: facts.charset, url: facts.url,
            stations: stations)
        var decoder = try kind.decoder(options: options, context: context)
        var decoded = Decoded()
        try slices { slice in
            try decoder.decode(slice, into: &decoded)
            try sink.take(&decoded)
        }
        if var living = decoder as? any LivingDecoder, case .source(let name) = target {
            let reader = try reader()
            let zones = options.words(in: "Alert", named: "Zones")
            let memory = StoreMemory(keys: try reader.keysByName(of: name), zones: zones, reader)
            living.live(
                at: now, recall: { memory.key(of: $0) },
                locate: zones.isEmpty ? nil : { memory.area(of: $0) })
            try living.finish(into: &decoded)
            try memory.check()
        } else {
            try decoder.finish(into: &decoded)
        }
        try sink.take(&decoded)
        if let silence = sink.silence { throw silence }
    }

    /// Decodes the stored records once more, as they are at the moment.
    private func advance(into sink: inout some IngestSink, in reader: StoreReader) throws {
        guard case .source(let name) = target else { return }
        var last: String?
        while case let page = try reader.snapshot(of: [name], after: last.map { (name, $0) }, limit: 200),
            let end = page.last
        {
            var decoded = Decoded()
            for stored in page {
                let (record, next) = AlertClock.record(stored.record, at: now)
                if let record { decoded.records.append(record) }
                decoded.next = [decoded.next, next].compactMap(\.self).min()
            }
            try sink.take(&decoded)
            last = end.record.key
        }
    }

    private func join(into sink: inout some IngestSink, in reader: StoreReader) throws {
        var join = try StoredJoin(options, in: reader)
        var decoded = Decoded()
        while try join.next(into: &decoded) { try sink.take(&decoded) }
    }
}

/// The sink that compares the records of one source while they are decoded, so that memory holds none of
/// them.
private nonisolated struct ComparisonSink: IngestSink {
    let comparison: Comparison
    var report: IngestReport
    let needsRecords: Bool

    var recordCount: Int { comparison.recordCount }

    var silence: FetchFailure? { needsRecords && comparison.recordCount == 0 ? report.silence : nil }

    mutating func add(_ decoded: Decoded) throws {
        try comparison.add(decoded.records)
        report.add(decoded)
    }
}

nonisolated extension FetchFailure {
    /// The failure to decode the last accepted document once more when none is kept.
    static let notKept = FetchFailure(.waiting, "no document is stored: waiting for the next one")
}
