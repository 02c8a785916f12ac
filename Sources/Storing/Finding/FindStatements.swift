/// The statements by which the indexes are kept and asked.
final class FindStatements {
    let progress: Statement
    let setProgress: Statement
    let changes: Statement
    let entries: Statement
    let records: Statement
    let entry: Statement
    let entryOf: Statement
    let addEntry: Statement
    let setEntry: Statement
    let dropEntry: Statement
    let addWords: Statement
    let setWords: Statement
    let dropWords: Statement
    let addSpot: Statement
    let dropSpot: Statement
    let words: Statement
    let spots: Statement
    let sourceName: Statement

    init(_ connection: Connection) throws(StoreError) {
        progress = try connection.prepare("SELECT number, stage, id FROM progress")
        setProgress = try connection.prepare("UPDATE progress SET number = ?, stage = ?, id = ?")
        changes = try connection.prepare(
            "SELECT number, source, key FROM change WHERE number > ? ORDER BY number LIMIT ?")
        entries = try connection.prepare(
            "SELECT id, source, key FROM entry WHERE id > ? ORDER BY id LIMIT ?")
        records = try connection.prepare(
            "SELECT id, source, key FROM record WHERE id > ? ORDER BY id LIMIT ?")
        entry = try connection.prepare("SELECT source, key FROM entry WHERE id = ?")
        entryOf = try connection.prepare("SELECT id, number FROM entry WHERE source = ? AND key = ?")
        addEntry = try connection.prepare(
            "INSERT INTO entry (source, key, number) VALUES (?, ?, ?) RETURNING id")
        setEntry = try connection.prepare("UPDATE entry SET number = ? WHERE id = ?")
        dropEntry = try connection.prepare("DELETE FROM entry WHERE id = ?")
        addWords = try connection.prepare("INSERT INTO word (title, key, body, rowid) VALUES (?, ?, ?, ?)")
        setWords = try connection.prepare("UPDATE word SET title = ?, key = ?, body = ? WHERE rowid = ?")
        dropWords = try connection.prepare("DELETE FROM word WHERE rowid = ?")
        addSpot = try connection.prepare("INSERT INTO spot VALUES (?1, ?2, ?2, ?3, ?3)")
        dropSpot = try connection.prepare("DELETE FROM spot WHERE id = ?")
        words = try connection.prepare(
            "SELECT rowid, length(coalesce(title, key)) FROM word WHERE word MATCH ? AND rowid > ? LIMIT ?")
        spots = try connection.prepare(
            "SELECT id, south, north, west, east FROM spot WHERE id MATCH nearest(?, ?, ?) LIMIT -1 OFFSET ?")
        sourceName = try connection.prepare("SELECT name FROM source WHERE id = ?")
    }
}
