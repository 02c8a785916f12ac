/// The prepared statements that maintain the indexes.
final class IndexStatements {
    let progress: Statement
    let setProgress: Statement
    let changes: Statement
    let records: Statement
    let record: Statement
    let gone: Statement
    let dropGone: Statement
    let numberOf: Statement
    let addEntry: Statement
    let setEntry: Statement
    let dropEntry: Statement
    let addWords: Statement
    let dropWords: Statement
    let texts: Statement
    let setTexts: Statement
    let dropTexts: Statement
    let tuneWords: Statement
    let setSpot: Statement
    let dropSpot: Statement

    init(_ connection: Connection) throws(StoreError) {
        progress = try connection.prepare("SELECT number, stage, id FROM progress")
        setProgress = try connection.prepare("UPDATE progress SET number = ?, stage = ?, id = ?")
        changes = try connection.prepare(selectChanged)
        records = try connection.prepare("\(selectRecord), id FROM record WHERE id > ? ORDER BY id")
        record = try connection.prepare("\(selectRecord) FROM record WHERE id = ?")
        gone = try connection.prepare("SELECT id FROM gone LIMIT ?")
        dropGone = try connection.prepare("DELETE FROM gone WHERE id = ?")
        numberOf = try connection.prepare("SELECT number FROM entry WHERE id = ?")
        addEntry = try connection.prepare("INSERT INTO entry VALUES (?, ?, ?)")
        setEntry = try connection.prepare("UPDATE entry SET number = ?2, length = ?3 WHERE id = ?1")
        dropEntry = try connection.prepare("DELETE FROM entry WHERE id = ?")
        addWords = try connection.prepare(
            "INSERT INTO word (name, beginning, body, rowid) VALUES (?, ?, ?, ?)")
        dropWords = try connection.prepare(
            "INSERT INTO word (word, name, beginning, body, rowid) VALUES ('delete', ?, ?, ?, ?)")
        texts = try connection.prepare("SELECT texts FROM indexed WHERE id = ?")
        setTexts = try connection.prepare("INSERT OR REPLACE INTO indexed VALUES (?, ?)")
        dropTexts = try connection.prepare("DELETE FROM indexed WHERE id = ?")
        tuneWords = try connection.prepare("INSERT INTO word (word, rank) VALUES (?, ?)")
        setSpot = try connection.prepare("INSERT OR REPLACE INTO spot VALUES (?, ?, ?, ?, ?)")
        dropSpot = try connection.prepare("DELETE FROM spot WHERE id = ?")
    }
}

private let selectRecord = """
    SELECT id, key, title, heading, latitude, longitude, number, generation, at, sum, body
    """

/// Changes with the current content of their records; without, if the record was removed.
private let selectChanged = """
    SELECT r.id, r.key, r.title, r.heading, r.latitude, r.longitude, r.number, r.generation, r.at, r.sum,
        r.body, c.number
    FROM change c LEFT JOIN record r ON r.source = c.source AND r.key = c.key
    WHERE c.number > ? ORDER BY c.number
    """
