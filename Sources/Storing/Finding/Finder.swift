import CSQLite

/// Finds the records of a store by their words and by their positions.
///
/// The indexes follow the log of changes in steps (`Indexer`), so that no commit waits for them; until the
/// next step, a changed record is found by its former words and position. The finder reads each record it
/// finds from the store, so a record is always current. Use a finder on the thread of its reader. If the
/// indexes are damaged, each call throws an error whose `isIndexDamage` is true; the store itself is not
/// affected.
public final class Finder {
    let reader: StoreReader
    let statements: FindStatements

    /// Creates the finder of a store, or of a reader of one.
    ///
    /// - Throws: `StoreError` if the database cannot be read.
    public init(in reader: StoreReader) throws(StoreError) {
        self.reader = reader
        try Nearness.register(reader.connection)
        do throws(StoreError) {
            statements = try FindStatements(reader.connection)
        } catch {
            throw error.isDamage ? .indexDamage : error
        }
    }

    /// Runs `body` on one consistent state of the store and its indexes.
    func reading<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        do throws(StoreError) {
            return try reader.connection.reading(body)
        } catch {
            throw error.code == almanac_corrupt_index ? .indexDamage : error
        }
    }
}

extension StoreError {
    /// The error for indexes that cannot be read although the records can.
    static var indexDamage: StoreError {
        StoreError(doing: "find records", code: almanac_corrupt_index, message: "the index is damaged")
    }
}
