/// The prepared statements that query the indexes.
final class FindStatements {
    let entry: Statement
    let words: Statement
    let spots: Statement
    let sourceName: Statement

    init(_ connection: Connection) throws(StoreError) {
        entry = try connection.prepare("SELECT source, key FROM entry WHERE id = ?")
        words = try connection.prepare(
            "SELECT rowid, length(coalesce(title, key)) FROM word WHERE word MATCH ? AND rowid > ? LIMIT ?")
        spots = try connection.prepare(
            "SELECT id, south, north, west, east FROM spot WHERE id MATCH nearest(?, ?, ?, ?)")
        sourceName = try connection.prepare("SELECT name FROM source WHERE id = ?")
    }
}
