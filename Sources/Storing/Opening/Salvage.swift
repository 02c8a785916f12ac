import CSQLite
import Records

/// Reads the records of a damaged database in the order of its table and skips unreadable pages.
final class Salvage {
    /// The number of records found, by source.
    private(set) var counts: [String: Int] = [:]
    private let sources: [Int64: SourceRow]
    private let rows: Statement
    private var nextRow: Int64 = .min
    private var waiting: [StoredRecord] = []
    private var isDone = false

    /// The number of records read at once.
    private static let portion = 500
    /// The number of consecutive unreadable row numbers after which reading ends; one lost inner page causes
    /// fewer.
    private static let mostMissing = 50_000

    /// Prepares to read a damaged database.
    ///
    /// - Throws: `StoreError` if not even the sources can be read.
    init(_ connection: Connection) throws(StoreError) {
        var found: [Int64: SourceRow] = [:]
        let sources = try connection.prepare(
            "SELECT id, name, generation, records, number, sum FROM source NOT INDEXED")
        do throws(StoreError) {
            try sources.each { row throws(StoreError) in
                // Records of a source whose row is damaged cannot be assigned to it, so they are skipped.
                if let source = try? SourceRow(row) { found[source.id] = source }
                return true
            }
        } catch {
            guard error.isSuspicious else { throw error }
        }
        self.sources = found
        rows = try connection.prepare(
            """
            SELECT id, key, title, heading, latitude, longitude, number, generation, at, sum, body, source
            FROM record NOT INDEXED WHERE id >= ? ORDER BY id
            """)
    }

    /// Returns the next records of one source that were committed at the same moment; `nil` at the end.
    func next() throws(StoreError) -> (source: String, at: UTC, records: [Record])? {
        if waiting.isEmpty, !isDone { try fill() }
        guard let first = waiting.first else { return nil }
        let part = waiting.prefix { $0.source.utf8.elementsEqual(first.source.utf8) && $0.at == first.at }
        waiting.removeFirst(part.count)
        counts[first.source, default: 0] += part.count
        return (first.source, first.at, part.map(\.record))
    }

    /// Reads the next portion and skips row numbers that cannot be read.
    private func fill() throws(StoreError) {
        var found: [StoredRecord] = []
        var last = nextRow
        var missing = 0
        while true {
            do throws(StoreError) {
                isDone = true
                try rows.each(.int(last)) { row throws(StoreError) in
                    last = row.int(0) + 1
                    missing = 0
                    if let source = sources[row.int(11)], let record = try? StoredRecord(row, of: source.name)
                    {
                        found.append(record)
                    }
                    isDone = found.count < Salvage.portion
                    return isDone
                }
                break
            } catch {
                isDone = true
                guard error.isSuspicious, missing < Salvage.mostMissing else { break }
                last = max(last, 0) + 1
                missing += 1
            }
        }
        waiting = found
        nextRow = last
    }

    /// Returns the states of the sources whose records were all found.
    func wholeStates(_ connection: Connection) -> [SourceState] {
        let whole = sources.values.filter { $0.records == counts[$0.name, default: 0] }
        guard let reader = try? StoreReader(connection: connection) else { return [] }
        // An unreadable state is recreated when the source is fetched.
        return whole.compactMap { try? reader.state(of: $0.name) }
    }
}
