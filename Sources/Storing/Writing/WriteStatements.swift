/// The statements that write the store.
final class WriteStatements {
    let addSource: Statement
    let setSource: Statement
    let dropSources: Statement
    let dropLogged: Statement
    let addRecord: Statement
    let setRecord: Statement
    let setHash: Statement
    let setBody: Statement
    let dropRecord: Statement
    let noteGone: Statement
    let addChange: Statement
    let keepBody: Statement
    let dropBodies: Statement
    let oldestChanges: Statement
    let addLogged: Statement
    let largestParts: Statement
    let oldestOfSource: Statement
    let trimChange: Statement
    let dropMove: Statement
    let dropBody: Statement
    let setTrimmed: Statement
    let dropChanges: Statement
    let addMove: Statement
    let dropMoves: Statement
    let setState: Statement
    let dropState: Statement
    let setRejects: Statement
    let dropRejects: Statement
    let setRequest: Statement
    let dropRequest: Statement
    let addName: Statement
    let dropNames: Statement
    let forgetNames: Statement
    let setRhythm: Statement
    let dropRhythm: Statement
    let addRun: Statement
    let dropRun: Statement
    let sourceNumbers: Statement
    let setIncomplete: Statement
    let setComplete: Statement

    /// Adds a row to the table of runs.
    static let addRun = "INSERT INTO run (first, name, sum) VALUES (?, ?, ?)"

    init(_ connection: Connection) {
        addSource = connection.statement(
            "INSERT INTO source (name, generation, records, number, sum) VALUES (?, ?, ?, ?, ?) RETURNING id")
        setSource = connection.statement(
            "UPDATE source SET generation = ?, records = ?, number = ?, sum = ? WHERE id = ?")
        dropSources = connection.statement(deleteUnusedSources)
        dropLogged = connection.statement("DELETE FROM logged WHERE source NOT IN (SELECT id FROM source)")
        addRecord = connection.statement(insertRecord)
        setRecord = connection.statement(updateRecord)
        setHash = connection.statement("UPDATE record SET hash = ? WHERE id = ?")
        setBody = connection.statement("UPDATE record SET sum = ?, body = ? WHERE id = ?")
        dropRecord = connection.statement("DELETE FROM record WHERE id = ?")
        noteGone = connection.statement("INSERT OR IGNORE INTO gone VALUES (?)")
        addChange = connection.statement(insertChange)
        keepBody = connection.statement("INSERT OR REPLACE INTO former VALUES (?, ?)")
        dropBodies = connection.statement("DELETE FROM former WHERE number <= ?")
        oldestChanges = connection.statement(selectOldest)
        addLogged = connection.statement(
            "INSERT INTO logged VALUES (?, ?, 0) ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes")
        largestParts = connection.statement(
            "SELECT source, bytes, trimmed FROM logged WHERE bytes > ? ORDER BY bytes DESC")
        oldestOfSource = connection.statement(selectOldestOfSource)
        trimChange = connection.statement(updateTrimmed)
        dropMove = connection.statement("DELETE FROM move WHERE number = ?")
        dropBody = connection.statement("DELETE FROM former WHERE number = ?")
        setTrimmed = connection.statement(
            "UPDATE logged SET bytes = bytes - ?2, trimmed = ?3 WHERE source = ?1")
        dropChanges = connection.statement("DELETE FROM change WHERE number <= ?")
        addMove = connection.statement("INSERT INTO move VALUES (?, ?, ?)")
        dropMoves = connection.statement("DELETE FROM move WHERE number <= ?")
        setState = connection.statement("INSERT OR REPLACE INTO state VALUES (?, ?, ?)")
        dropState = connection.statement("DELETE FROM state WHERE source = ?")
        setRejects = connection.statement("INSERT OR REPLACE INTO rejects VALUES (?, ?, ?)")
        dropRejects = connection.statement("DELETE FROM rejects WHERE source = ?")
        setRequest = connection.statement("INSERT OR REPLACE INTO request VALUES (?, ?, ?)")
        setRhythm = connection.statement("INSERT OR REPLACE INTO rhythm VALUES (?, ?, ?)")
        dropRhythm = connection.statement("DELETE FROM rhythm WHERE identity = ?")
        dropRequest = connection.statement("DELETE FROM request WHERE identity = ?")
        addName = connection.statement("INSERT OR REPLACE INTO name VALUES (?, ?, ?, ?)")
        dropNames = connection.statement("DELETE FROM name WHERE source = ?")
        forgetNames = connection.statement(deleteOldNames)
        addRun = connection.statement(WriteStatements.addRun)
        dropRun = connection.statement("DELETE FROM run WHERE first = ?")
        sourceNumbers = connection.statement("SELECT number FROM source")
        setIncomplete = connection.statement(
            "INSERT OR REPLACE INTO meta VALUES ('incomplete/' || ?, '1')")
        setComplete = connection.statement("DELETE FROM meta WHERE name = 'incomplete/' || ?")
    }
}

private let selectOldest = """
    SELECT c.number, c.at, \(StoreSchema.loggedBytes), c.source
    FROM change c LEFT JOIN former f ON f.number = c.number ORDER BY c.number LIMIT ?
    """

/// The columns of a `Change`, then its size in the log.
private let selectOldestOfSource = """
    SELECT c.number, s.name, c.key, c.kind, NULL, c.at, c.generation, NULL, NULL, NULL,
        c.sum, c.of_record, c.of_source, \(StoreSchema.loggedBytes)
    FROM change c JOIN source s ON s.id = c.source LEFT JOIN former f ON f.number = c.number
    WHERE c.source = ? AND c.number > ? AND c.number <= ? ORDER BY c.number LIMIT ?
    """

private let updateTrimmed = """
    UPDATE change SET kind = kind | 4, title = NULL, body = NULL, patch = NULL, previous = NULL, sum = ?2
    WHERE number = ?1
    """

private let deleteUnusedSources = """
    DELETE FROM source WHERE records = 0 AND number < ?
    AND NOT EXISTS (SELECT 1 FROM state WHERE source = source.id)
    """

private let deleteOldNames = """
    DELETE FROM name WHERE source = ?1 AND at < ?2
    AND NOT EXISTS (SELECT 1 FROM record WHERE record.source = ?1 AND record.key = name.key)
    """

private let insertRecord = """
    INSERT INTO record (hash, title, heading, latitude, longitude, number, generation, at, sum, body,
        source, key)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

private let updateRecord = """
    UPDATE record SET hash = ?, title = ?, heading = ?, latitude = ?, longitude = ?, number = ?,
        generation = ?, at = ?, sum = ?, body = ?
    WHERE id = ?
    """

private let insertChange = """
    INSERT INTO change (number, source, key, kind, title, at, generation, patch, previous, of_record,
        of_source, sum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """
