/// The prepared statements that write the store.
final class WriteStatements {
    let addSource: Statement
    let setSource: Statement
    let dropSources: Statement
    let addRecord: Statement
    let setRecord: Statement
    let setHash: Statement
    let dropRecord: Statement
    let addChange: Statement
    let giveBody: Statement
    let oldestChanges: Statement
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

    init(_ connection: Connection) throws(StoreError) {
        addSource = try connection.prepare(
            "INSERT INTO source (name, generation, records, number, sum) VALUES (?, ?, ?, ?, ?) RETURNING id")
        setSource = try connection.prepare(
            "UPDATE source SET generation = ?, records = ?, number = ?, sum = ? WHERE id = ?")
        dropSources = try connection.prepare(deleteUnusedSources)
        addRecord = try connection.prepare(insertRecord)
        setRecord = try connection.prepare(updateRecord)
        setHash = try connection.prepare("UPDATE record SET hash = ? WHERE id = ?")
        dropRecord = try connection.prepare("DELETE FROM record WHERE id = ?")
        addChange = try connection.prepare(insertChange)
        giveBody = try connection.prepare("UPDATE change SET body = ? WHERE number = ?")
        oldestChanges = try connection.prepare("SELECT number, at FROM change ORDER BY number LIMIT ?")
        dropChanges = try connection.prepare("DELETE FROM change WHERE number <= ?")
        addMove = try connection.prepare("INSERT INTO move VALUES (?, ?, ?)")
        dropMoves = try connection.prepare("DELETE FROM move WHERE number <= ?")
        setState = try connection.prepare("INSERT OR REPLACE INTO state VALUES (?, ?, ?)")
        dropState = try connection.prepare("DELETE FROM state WHERE source = ?")
        setRejects = try connection.prepare("INSERT OR REPLACE INTO rejects VALUES (?, ?, ?)")
        dropRejects = try connection.prepare("DELETE FROM rejects WHERE source = ?")
        setRequest = try connection.prepare("INSERT OR REPLACE INTO request VALUES (?, ?, ?)")
        setRhythm = try connection.prepare("INSERT OR REPLACE INTO rhythm VALUES (?, ?, ?)")
        dropRhythm = try connection.prepare("DELETE FROM rhythm WHERE identity = ?")
        dropRequest = try connection.prepare("DELETE FROM request WHERE identity = ?")
        addName = try connection.prepare("INSERT OR REPLACE INTO name VALUES (?, ?, ?, ?)")
        dropNames = try connection.prepare("DELETE FROM name WHERE source = ?")
        forgetNames = try connection.prepare(deleteOldNames)
        addRun = try connection.prepare(WriteStatements.addRun)
        dropRun = try connection.prepare("DELETE FROM run WHERE first = ?")
        sourceNumbers = try connection.prepare("SELECT number FROM source")
        setIncomplete = try connection.prepare(
            "INSERT OR REPLACE INTO meta VALUES ('incomplete/' || ?, '1')")
        setComplete = try connection.prepare("DELETE FROM meta WHERE name = 'incomplete/' || ?")
    }
}

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
