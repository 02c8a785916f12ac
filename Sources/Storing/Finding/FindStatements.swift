/// The prepared statements that query the indexes.
final class FindStatements {
    let record: Statement
    let source: Statement
    let name: Statement
    let words: Statement
    let spots: Statement
    let sourceName: Statement

    init(_ connection: Connection) throws(StoreError) {
        record = try connection.prepare(selectIndexed)
        source = try connection.prepare(selectSourceOfIndexed)
        name = try connection.prepare(selectNameOfIndexed)
        words = try connection.prepare(
            """
            SELECT word.rowid, entry.length FROM word CROSS JOIN entry ON entry.id = word.rowid
            WHERE word MATCH ? AND word.rowid > ? LIMIT ?
            """)
        spots = try connection.prepare(
            "SELECT id, south, north, west, east FROM spot WHERE id MATCH nearest(?, ?, ?, ?, ?, ?)")
        sourceName = try connection.prepare("SELECT name FROM source WHERE id = ?")
    }
}

/// The record of an entry; none if it was removed and its row may have become that of another.
private let selectIndexed = """
    SELECT id, key, title, heading, latitude, longitude, number, generation, at, sum, body, source
    FROM record WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM gone WHERE id = ?1)
    """

/// The source of the record of an entry.
private let selectSourceOfIndexed = """
    SELECT source FROM record WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM gone WHERE id = ?1)
    """

/// The key and the source of the record of an entry.
private let selectNameOfIndexed = """
    SELECT key, source FROM record WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM gone WHERE id = ?1)
    """
