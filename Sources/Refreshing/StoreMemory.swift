import Decoding
import Records
import Storing

/// The data that a decoder needs from the store: the keys that earlier documents of its source gave to names,
/// and the areas of zones that other sources have.
///
/// A decoder cannot fail because of the store: an error is kept until the document is complete.
nonisolated final class StoreMemory {
    private let find: (String) throws(StoreError) -> String?
    private let zones: [ZoneTable]
    private let reader: StoreReader
    private var failure: StoreError?

    /// Creates the memory of a decoder.
    ///
    /// - Parameters:
    ///   - keys: Returns the key of a name.
    ///   - zones: The tables with the areas of zones, the preferred first.
    ///   - reader: The reader of their records.
    init(keys: @escaping (String) throws(StoreError) -> String?, zones: [ZoneTable], _ reader: StoreReader) {
        find = keys
        self.zones = zones
        self.reader = reader
    }

    /// Returns the key of a name; `nil` if there is none, or the store cannot be read.
    func key(of name: String) -> String? {
        reading { () throws(StoreError) in try find(name) }
    }

    /// Returns the stored records of a source.
    func keys(of source: String) -> StoredKeys {
        StoredKeys(
            data: { key in
                let stored = self.reading { () throws(StoreError) in try self.reader.record(source, key) }
                // The store returns valid JSON.
                return stored.flatMap { try? JSON(parsing: $0.record.data) }
            }, key: { self.key(of: $0) })
    }

    /// The tables with the areas of zones; `nil` without any.
    var tables: ZoneTables? {
        guard !zones.isEmpty else { return nil }
        return ZoneTables(
            zones, find: { self.area(of: $0, in: $1) },
            isEmpty: { source in
                let count = self.reading { () throws(StoreError) in try self.reader.recordCount(of: source) }
                return count == 0
            })
    }

    /// Returns the area of a zone in a source; unknown if the store cannot be read.
    private func area(of code: String, in source: String) -> ZoneArea {
        let found = reading { () throws(StoreError) in
            RecordKey.isValid(code) ? try reader.record(source, code)?.record : nil
        }
        guard let record = found, let area = record.area else { return .unknown }
        // Several records of the document had this code, and their areas differ.
        let others = (try? JSON(parsing: record.data))?["alternatives"]?["geometry"]
        return others == nil ? .known(area) : .ambiguous
    }

    /// Calls a function with each stored record of a source, page by page.
    func forEachRecord(of source: String, _ body: (Record) -> Void) {
        var last: String?
        while let page = reading({ () throws(StoreError) in
            try reader.snapshot(of: [source], after: last.map { (source, $0) }, limit: 200)
        }), let end = page.last {
            for stored in page { body(stored.record) }
            last = end.record.key
        }
    }

    /// - Throws: The first error of the store.
    func check() throws(StoreError) {
        if let failure { throw failure }
    }

    private func reading<Value>(_ body: () throws(StoreError) -> Value?) -> Value? {
        guard failure == nil else { return nil }
        do throws(StoreError) {
            return try body()
        } catch {
            failure = error
            return nil
        }
    }
}
