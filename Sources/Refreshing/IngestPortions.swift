import Decoding
import Fetching
import Records
import Storing

/// The decoded records of a document in memory, by source.
nonisolated struct IngestPortions: IngestSink, Sendable {
    /// The records of one source, and its report.
    struct Portion: Sendable {
        var records: [Record] = []
        /// The keys of stored records that stay, and the marks of stored records; see `Decoded`.
        var kept: [String] = []
        var unconfirmed: [String: UTC?] = [:]
        /// The entries of a feed that get the time of their reception.
        var arrivals = EntryArrivals()
        /// The judgement on a report that was compared with the stored one already.
        var judged: ReportJudgement?
        var report: IngestReport

        fileprivate mutating func add(_ decoded: Decoded) {
            records += decoded.records
            kept += decoded.kept
            unconfirmed.merge(decoded.unconfirmed) { $1 }
            arrivals.add(decoded)
            report.add(decoded)
        }
    }

    /// The portions by the name of the source; of a batch, those sources that the document mentions.
    private(set) var portions: [String: Portion] = [:]
    private let ingest: Ingest

    /// Decodes the document of an ingest.
    ///
    /// - Throws: An error if the document as a whole cannot be decoded.
    init(decoding ingest: Ingest, in reader: @autoclosure () throws -> StoreReader) throws {
        self.ingest = ingest
        if case .source(let name) = ingest.target { portions[name] = Portion(report: ingest.report) }
        try ingest.decode(into: &self, in: reader())
    }

    /// The failure of the only source, if it lacks a record it needs; the sources of a batch fail one by one.
    var silence: FetchFailure? {
        guard case .source(let name) = ingest.target else { return nil }
        return portions[name].flatMap { silence(of: $0) }
    }

    var recordCount: Int {
        portions.values.reduce(0) { $0 + Set($1.records.lazy.map { ByteKey($0.key) }).count }
    }

    /// The failure of a source that lacks a record it needs; `nil` if it lacks none.
    func silence(of portion: Portion) -> FetchFailure? {
        ingest.needsRecords && portion.records.isEmpty && !portion.report.isBehind
            ? portion.report.silence : nil
    }

    mutating func isOutdated(in reader: StoreReader) throws -> Bool {
        guard case .source(let name) = ingest.target else { return false }
        let leftOut = LeftOutReports(ingest.order)
        defer { portions[name]?.judged = leftOut.judged }
        return try ingest.isOutdated(portions[name]?.records ?? [], of: name, in: reader, noting: leftOut)
    }

    var isBehind: Bool {
        guard case .source(let name) = ingest.target else { return false }
        return portions[name]?.report.isBehind ?? false
    }

    mutating func record(documentSerial: Int64) {
        guard case .source(let name) = ingest.target else { return }
        portions[name]?.report.documentSerial = documentSerial
    }

    mutating func discard() {
        if case .source(let name) = ingest.target { portions[name] = Portion(report: ingest.report) }
    }

    mutating func add(_ decoded: Decoded) {
        switch ingest.target {
        case .source(let name): portions[name]?.add(decoded)
        case .instances(let names): distribute(decoded, to: names)
        }
    }

    private mutating func distribute(_ decoded: Decoded, to names: [String: String]) {
        let empty = Portion(report: ingest.report)
        for record in decoded.records {
            guard let name = names[record.key.uppercased()] else { continue }
            portions[name, default: empty].records.append(record)
        }
        for key in decoded.undated { names[key.uppercased()].map { portions[$0]?.report.add(undated: key) } }
        for reject in decoded.rejects {
            guard let name = owner(of: reject, names) else { continue }
            portions[name, default: empty].report.add(reject)
        }
    }

    /// The source of a reject: the first one that it mentions.
    private func owner(of reject: Reject, _ names: [String: String]) -> String? {
        if let key = reject.key { return names[key.uppercased()] }
        let words = reject.found.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.lazy.compactMap { names[$0.uppercased()] }.first
    }
}
