import CSQLite
import Compression

/// Maintains the indexes of a store, with which a `Finder` finds records.
///
/// Use an indexer on the thread of its store. Damaged indexes are discarded and recreated; the store is not
/// affected.
public final class Indexer {
    let store: Store
    let statements: IndexStatements
    let compressor = TextCompressor()
    /// The places of the records of the current step.
    var spots: [IndexedSpot] = []

    /// Creates the indexer of a store; damaged indexes are recreated.
    ///
    /// - Throws: `StoreError` if the database cannot be read.
    public init(of store: Store) throws(StoreError) {
        self.store = store
        do throws(StoreError) {
            statements = try IndexStatements(store.connection)
        } catch {
            guard error.isDamage else { throw error }
            try Indexer.renew(store)
            statements = try IndexStatements(store.connection)
        }
    }

    /// Replaces the indexes with empty ones, because a `Finder` found them damaged.
    ///
    /// - Throws: `StoreError` if the database cannot be written.
    public func renew() throws(StoreError) { try Indexer.renew(store) }

    /// Runs `body`; if it shows that the indexes are damaged, recreates them from the next step on.
    func sound<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        do throws(StoreError) {
            return try body()
        } catch {
            guard error.code == almanac_corrupt_index else { throw error }
            try renew()
            throw StoreError(
                doing: "index records", code: error.code, message: "the index was damaged and is rebuilt")
        }
    }

    private static func renew(_ store: Store) throws(StoreError) {
        try store.connection.writing { () throws(StoreError) in
            for table in ["word", "indexed", "spot", "entry", "progress"] {
                try store.connection.execute("DROP TABLE IF EXISTS \(table)")
            }
            try store.connection.execute(StoreSchema.indexes)
        }
    }
}
