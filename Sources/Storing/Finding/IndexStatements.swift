/// The prepared statements that maintain the indexes.
final class IndexStatements {
    let progress: Statement
    let setProgress: Statement
    let changes: Statement
    let entries: Statement
    let records: Statement
    let entryOf: Statement
    let addEntry: Statement
    let setEntry: Statement
    let dropEntry: Statement
    let addWords: Statement
    let setWords: Statement
    let dropWords: Statement
    let addSpot: Statement
    let dropSpot: Statement

    init(_ connection: Connection) throws(StoreError) {
        progress = try connection.prepare("SELECT number, stage, id FROM progress")
        setProgress = try connection.prepare("UPDATE progress SET number = ?, stage = ?, id = ?")
        changes = try connection.prepare(
            "SELECT number, source, key FROM change WHERE number > ? ORDER BY number LIMIT ?")
        entries = try connection.prepare(
            "SELECT id, source, key FROM entry WHERE id > ? ORDER BY id LIMIT ?")
        records = try connection.prepare(
            "SELECT id, source, key FROM record WHERE id > ? ORDER BY id LIMIT ?")
        entryOf = try connection.prepare("SELECT id, number FROM entry WHERE source = ? AND key = ?")
        addEntry = try connection.prepare(
            "INSERT INTO entry (source, key, number) VALUES (?, ?, ?) RETURNING id")
        setEntry = try connection.prepare("UPDATE entry SET number = ? WHERE id = ?")
        dropEntry = try connection.prepare("DELETE FROM entry WHERE id = ?")
        addWords = try connection.prepare("INSERT INTO word (title, key, body, rowid) VALUES (?, ?, ?, ?)")
        setWords = try connection.prepare("UPDATE word SET title = ?, key = ?, body = ? WHERE rowid = ?")
        dropWords = try connection.prepare("DELETE FROM word WHERE rowid = ?")
        addSpot = try connection.prepare("INSERT INTO spot VALUES (?, ?, ?, ?, ?)")
        dropSpot = try connection.prepare("DELETE FROM spot WHERE id = ?")
    }
}
