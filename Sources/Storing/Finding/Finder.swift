import CSQLite

/// Finds the records of a store by their words and by where they are.
///
/// The indexes follow the log of changes in steps, so that no commit waits for them; until a step was
/// taken, what changed is found as it was. Each record that is found is read from the store: it is never
/// older than its row. Used on the thread of its store. Indexes that are damaged are thrown away and made
/// anew; the store is not harmed by that.
public final class Finder {
    let store: Store
    private(set) var statements: FindStatements

    /// Makes the finder of a store.
    ///
    /// - Throws: When the database cannot be read.
    public init(in store: Store) throws(StoreError) {
        self.store = store
        try Nearness.register(store.connection)
        do throws(StoreError) {
            statements = try FindStatements(store.connection)
        } catch {
            guard error.isDamage else { throw error }
            try Finder.renew(store)
            statements = try FindStatements(store.connection)
        }
    }

    /// Does `body`; when that shows the indexes to be damaged, they are made anew, from the next step on.
    func sound<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        do throws(StoreError) {
            return try body()
        } catch {
            guard error.code == almanac_corrupt_index else { throw error }
            try Finder.renew(store)
            throw StoreError(
                doing: "find records", code: error.code, message: "the index was damaged, it is made anew")
        }
    }

    /// Puts empty indexes in the place of those that are there.
    private static func renew(_ store: Store) throws(StoreError) {
        try store.connection.writing { () throws(StoreError) in
            for table in ["word", "spot", "entry", "progress"] {
                try store.connection.execute("DROP TABLE IF EXISTS \(table)")
            }
            try store.connection.execute(Schema.secondStep)
        }
    }
}
