import Decoding
import Definitions
import Fetching
import Records
import Storing

/// The sink that compares the records of one source while they are decoded, so that memory holds none of
/// them.
nonisolated struct ComparisonSink: IngestSink {
    private let ingest: Ingest
    private let source: String
    private let reader: StoreReader
    private(set) var comparison: Comparison
    private(set) var leftOut: LeftOutReports
    var report: IngestReport

    init(_ ingest: Ingest, of source: String, in reader: StoreReader) throws {
        self.ingest = ingest
        self.source = source
        self.reader = reader
        leftOut = LeftOutReports(ingest.order)
        comparison = try ingest.comparison(of: source, in: reader, noting: leftOut)
        report = ingest.report
    }

    var recordCount: Int { comparison.recordCount }

    var silence: FetchFailure? { ingest.needsRecords && comparison.recordCount == 0 ? report.silence : nil }

    var isBehind: Bool { report.isBehind }

    func isOutdated(in reader: StoreReader) -> Bool {
        if ingest.isBehind(comparison, leftOut) { return true }
        return comparison.recordCount > 0 && comparison.recordCount == leftOut.recordCount
    }

    mutating func record(documentSerial: Int64) { report.documentSerial = documentSerial }

    mutating func discard() throws {
        leftOut = LeftOutReports(ingest.order)
        comparison = try ingest.comparison(of: source, in: reader, noting: leftOut)
        report = ingest.report
    }

    mutating func add(_ decoded: Decoded) throws {
        let arrivals = EntryArrivals(decoded)
        try comparison.add(decoded.records) { arrivals.stamped($0) }
        for key in decoded.kept { try comparison.keep(key) }
        comparison.mark(decoded.unconfirmed)
        report.add(decoded)
    }
}
