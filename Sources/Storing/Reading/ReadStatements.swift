/// The statements that read the store.
final class ReadStatements {
    let source: Statement
    let sourceAfter: Statement
    let hash: Statement
    let record: Statement
    let page: Statement
    let keys: Statement
    let sizes: Statement
    let size: Statement
    let oldest: Statement
    let bounds: Statement
    let changes: Statement
    let change: Statement
    let logBefore: Statement
    let link: Statement
    let removal: Statement
    let areKeysKnown: Statement
    let states: Statement
    let state: Statement
    let rejects: Statement
    let requests: Statement
    let request: Statement
    let moment: Statement
    let name: Statement
    let run: Statement
    let runOf: Statement
    let runAfter: Statement
    let trimmed: Statement
    let trimmedOf: Statement
    let pastKeys: Statement
    let pastLink: Statement
    let pastSkip: Statement
    let pastMove: Statement

    /// Counts the tables that the statements need, 13: statements are only prepared with their first use.
    static let countTables = """
        SELECT count(*) FROM sqlite_schema WHERE name IN ('meta', 'source', 'state', 'rejects', 'request',
            'record', 'change', 'move', 'former', 'run', 'name', 'rhythm', 'logged')
        """

    init(_ connection: Connection) {
        source = connection.statement("\(selectSource) WHERE name = ?")
        sourceAfter = connection.statement("\(selectSource) WHERE name > ? ORDER BY name LIMIT 1")
        hash = connection.statement("SELECT hash FROM record WHERE source = ? AND key = ?")
        record = connection.statement("\(selectRecord) AND key = ?")
        page = connection.statement("\(selectRecord) AND key > ? AND number <= ? ORDER BY key")
        keys = connection.statement(
            "SELECT key, hash FROM record WHERE source = ? AND key > ? ORDER BY key LIMIT ?")
        sizes = connection.statement(
            "SELECT key, \(sizeOfRecord) FROM record WHERE source = ? AND key > ? ORDER BY key LIMIT ?")
        size = connection.statement("SELECT \(sizeOfRecord) FROM record WHERE source = ? AND key = ?")
        oldest = connection.statement("SELECT key, hash, at FROM record WHERE source = ? ORDER BY number")
        bounds = connection.statement(
            "SELECT (SELECT min(number) FROM change), (SELECT max(number) FROM change)")
        changes = connection.statement("\(selectChange) WHERE c.number > ? ORDER BY c.number")
        change = connection.statement("\(selectChange) WHERE c.number = ?")
        logBefore = connection.statement(selectLogBefore)
        link = connection.statement(
            "SELECT source, key, at, of_record, of_source FROM change WHERE number = ? AND kind < 4")
        removal = connection.statement(
            "SELECT max(number) FROM change WHERE source = ? AND key = ? AND kind = 2")
        areKeysKnown = connection.statement(selectAreKeysKnown)
        states = connection.statement("\(selectState) ORDER BY source.name")
        state = connection.statement("\(selectState) WHERE source.name = ?")
        rejects = connection.statement("SELECT body, sum FROM rejects WHERE source = ?")
        moment = connection.statement("SELECT at FROM change WHERE number = ?")
        name = connection.statement("SELECT key FROM name WHERE source = ? AND name = ?")
        run = connection.statement("\(selectRun) WHERE name = ?")
        runOf = connection.statement("\(selectRun) WHERE first <= ? ORDER BY first DESC LIMIT 1")
        runAfter = connection.statement("\(selectRun) WHERE first > ? ORDER BY first LIMIT 1")
        trimmed = connection.statement(
            "SELECT name, trimmed FROM logged JOIN source ON id = source WHERE trimmed > ?")
        trimmedOf = connection.statement("SELECT trimmed FROM logged WHERE source = ?")
        pastKeys = connection.statement(selectPastKeys)
        pastLink = connection.statement(selectPastLink)
        pastSkip = connection.statement(
            "SELECT number FROM change WHERE number BETWEEN ? AND ? AND source = ? AND key = ? LIMIT 1")
        pastMove = connection.statement(selectPastMove)
        requests = connection.statement("\(selectRequest) ORDER BY identity")
        request = connection.statement("\(selectRequest) WHERE identity = ?")
    }
}

private let selectSource = "SELECT id, name, generation, records, number, sum FROM source"

private let selectRecord = """
    SELECT id, key, title, heading, latitude, longitude, number, generation, at, sum, body
    FROM record WHERE source = ?
    """

private let selectChange = """
    SELECT c.number, s.name, c.key, c.kind, c.title, c.at, c.generation,
        coalesce(c.body, CASE r.number WHEN c.number THEN r.body ELSE coalesce(n.previous, f.body) END),
        c.patch, c.previous,
        c.sum, c.of_record, c.of_source, r.latitude, r.longitude, m.latitude, m.longitude,
        coalesce(p.body, o.body)
    FROM change c LEFT JOIN source s ON s.id = c.source
        LEFT JOIN record r ON r.source = c.source AND r.key = c.key
        LEFT JOIN move m ON m.number = c.number
        LEFT JOIN former f ON f.number = c.number
        LEFT JOIN change n ON n.number = CASE substr(f.body, 1, 1) WHEN x'23'
            THEN CAST(CAST(substr(f.body, 2) AS TEXT) AS INTEGER) END
        LEFT JOIN change p ON p.number = CASE c.kind WHEN 2 THEN c.of_record END
        LEFT JOIN former o ON o.number = CASE c.kind WHEN 2 THEN c.of_record END
    """

/// The changes before a number, the newest first, without their content.
private let selectLogBefore = """
    SELECT c.number, s.name, c.at FROM change c CROSS JOIN source s ON s.id = c.source
    WHERE c.number < ? AND c.number > ? ORDER BY c.number DESC LIMIT ?
    """

/// The size of a record's key, title and data, in bytes.
private let sizeOfRecord =
    "length(body) + length(CAST(key AS BLOB)) + coalesce(length(CAST(title AS BLOB)), 0)"

/// Whether a source has a record, or the log a removal, with a key between two keys.
private let selectAreKeysKnown = """
    SELECT EXISTS (SELECT 1 FROM record WHERE source = ?1 AND key BETWEEN ?2 AND ?3)
        OR EXISTS (SELECT 1 FROM change WHERE source = ?1 AND key BETWEEN ?2 AND ?3 AND kind = 2)
    """

/// The keys of the records of a source, and of those whose removal the log has.
private let selectPastKeys = """
    SELECT key FROM record WHERE source = ?1 AND key > ?2
    UNION SELECT key FROM change WHERE source = ?1 AND key > ?2 AND kind = 2
    ORDER BY key LIMIT ?3
    """

private let selectPastLink = """
    SELECT c.source, c.key, c.at, c.of_record, c.kind, m.latitude, m.longitude
    FROM change c LEFT JOIN move m ON m.number = c.number WHERE c.number = ? AND c.kind < 4
    """

/// The position before the first move of a record from a change on.
private let selectPastMove = """
    SELECT m.latitude, m.longitude FROM move m CROSS JOIN change c ON c.number = m.number
    WHERE m.number >= ? AND c.source = ? AND c.key = ? ORDER BY m.number LIMIT 1
    """

private let selectState = """
    SELECT source.id, source.name, source.generation, records, source.number, source.sum,
        state.body, state.sum,
        EXISTS (SELECT 1 FROM meta WHERE meta.name = 'incomplete/' || source.name)
    FROM source LEFT JOIN state ON state.source = source.id
    """

private let selectRequest = """
    SELECT body, request.sum, identity, rhythm.state, rhythm.sum
    FROM request LEFT JOIN rhythm USING (identity)
    """

private let selectRun = "SELECT name, first, sum FROM run"
