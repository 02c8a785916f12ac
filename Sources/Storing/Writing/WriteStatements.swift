/// The statements that write the store.
final class WriteStatements {
    let addSource: Statement
    let setSource: Statement
    let dropSources: Statement
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
            "UPDATE meta SET value = CAST(value AS INTEGER) + ? WHERE name = 'logged'")
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
    SELECT c.number, c.at, \(StoreSchema.loggedBytes)
    FROM change c LEFT JOIN former f ON f.number = c.number ORDER BY c.number LIMIT ?
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
