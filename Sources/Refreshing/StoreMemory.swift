import Records
import Storing

/// The data that a decoder needs from the store: the keys that earlier documents of its source gave to names, and the
/// areas of zones that other sources have.
///
/// A decoder cannot fail because of the store: an error is kept until the document is complete.
nonisolated final class StoreMemory {
    private let find: (String) throws(StoreError) -> String?
    private let zones: [String]
    private let reader: StoreReader
    private var failure: StoreError?

    /// Creates the memory of a decoder.
    ///
    /// - Parameters:
    ///   - keys: Returns the key of a name.
    ///   - zones: The sources whose keys are codes of zones, and whose records have areas.
    ///   - reader: The reader of their records.
    init(keys: @escaping (String) throws(StoreError) -> String?, zones: [String], _ reader: StoreReader) {
        find = keys
        self.zones = zones
        self.reader = reader
    }

    /// Returns the key of a name; `nil` if there is none, or the store cannot be read.
    func key(of name: String) -> String? {
        reading { () throws(StoreError) in try find(name) }
    }

    /// Returns the area of a zone; `nil` if no source has it, or the store cannot be read.
    func area(of code: String) -> GeoArea? {
        reading { () throws(StoreError) in
            for source in zones {
                if let area = try reader.record(source, code)?.record.area { return area }
            }
            return nil
        }
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
