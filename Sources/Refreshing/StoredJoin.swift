import Decoding
import Fetching
import Records
import Storing
import Tables

/// Joins the stored records of two sources page by page; only the right side's values and keys are in memory.
///
/// Use it within one `StoreReader.seeingOneState`, so that both sides are of the same moment.
nonisolated struct StoredJoin {
    /// The maximum number of pairs; more indicate a mistake in the definition, such as a field with the same
    /// value everywhere.
    static let maximumPairs = 1_000_000
    private static let page = 200

    private let reader: StoreReader
    private var joiner: RecordJoiner
    private var keys: [[UInt8]: [String]] = [:]
    private var last: String?
    private var pairs = 0

    /// Reads the right side's values.
    ///
    /// - Throws: An error if the definition cannot be used or the store cannot be read.
    init(_ options: Options, in reader: StoreReader) throws {
        self.reader = reader
        joiner = try RecordJoiner(options)
        var last: String?
        while case let page = try page(of: joiner.format.right, after: last), let end = page.last {
            for stored in page {
                let row = joiner.right(stored.record)
                if let value = row.value { keys[value, default: []].append(row.key) }
            }
            last = end.record.key
        }
    }

    /// Joins the next records of the left side.
    ///
    /// - Parameter out: Receives records, rejects and counts.
    /// - Returns: Whether there were any records.
    /// - Throws: An error if the store cannot be read, or the join as a whole does not match the
    ///   definition.
    mutating func next(into out: inout Decoded) throws -> Bool {
        let page = try page(of: joiner.format.left, after: last)
        guard let end = page.last else {
            try finish()
            return false
        }
        for stored in page {
            let row = joiner.left(stored.record)
            joiner.join(row, partners: try partners(of: row), into: &out)
        }
        last = end.record.key
        return true
    }

    private func finish() throws(FetchFailure) {
        do throws(DecodeError) {
            try joiner.finish()
        } catch {
            throw FetchFailure(.shape, "\(error); check both sides, and On= of the definition")
        }
    }

    private mutating func partners(of row: RecordJoiner.Row) throws -> [RecordJoiner.Row] {
        let found = row.value.flatMap { keys[$0] } ?? []
        pairs += found.count
        guard pairs <= StoredJoin.maximumPairs else {
            throw FetchFailure(
                .size, "the join has more than \(StoredJoin.maximumPairs) pairs: check On= of the definition")
        }
        let right = joiner.format.right.text
        return try found.compactMap { try reader.record(right, $0) }.map { joiner.right($0.record) }
    }

    private func page(of source: SourceName, after key: String?) throws(StoreError) -> [StoredRecord] {
        try reader.snapshot(
            of: [source.text], after: key.map { (source.text, $0) }, limit: StoredJoin.page)
    }
}
