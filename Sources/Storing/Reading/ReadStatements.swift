/// The prepared statements that read the store.
final class ReadStatements {
    let source: Statement
    let sourceAfter: Statement
    let hash: Statement
    let record: Statement
    let page: Statement
    let keys: Statement
    let oldest: Statement
    let bounds: Statement
    let changes: Statement
    let change: Statement
    let removal: Statement
    let states: Statement
    let state: Statement
    let rejects: Statement
    let requests: Statement
    let request: Statement
    let name: Statement
    let run: Statement
    let runOf: Statement
    let runAfter: Statement

    init(_ connection: Connection) throws(StoreError) {
        source = try connection.prepare("\(selectSource) WHERE name = ?")
        sourceAfter = try connection.prepare("\(selectSource) WHERE name > ? ORDER BY name LIMIT 1")
        hash = try connection.prepare("SELECT hash FROM record WHERE source = ? AND key = ?")
        record = try connection.prepare("\(selectRecord) AND key = ?")
        page = try connection.prepare("\(selectRecord) AND key > ? AND number <= ? ORDER BY key")
        keys = try connection.prepare(
            "SELECT key, hash FROM record WHERE source = ? AND key > ? ORDER BY key LIMIT ?")
        oldest = try connection.prepare("SELECT key, hash, at FROM record WHERE source = ? ORDER BY number")
        bounds = try connection.prepare(
            "SELECT (SELECT min(number) FROM change), (SELECT max(number) FROM change)")
        changes = try connection.prepare("\(selectChange) WHERE c.number > ? ORDER BY c.number")
        change = try connection.prepare("\(selectChange) WHERE c.number = ?")
        removal = try connection.prepare(
            "SELECT max(number) FROM change WHERE source = ? AND key = ? AND kind = 2")
        states = try connection.prepare("\(selectState) ORDER BY source.name")
        state = try connection.prepare("\(selectState) WHERE source.name = ?")
        rejects = try connection.prepare("SELECT body, sum FROM rejects WHERE source = ?")
        name = try connection.prepare("SELECT key FROM name WHERE source = ? AND name = ?")
        run = try connection.prepare("\(selectRun) WHERE name = ?")
        runOf = try connection.prepare("\(selectRun) WHERE first <= ? ORDER BY first DESC LIMIT 1")
        runAfter = try connection.prepare("\(selectRun) WHERE first > ? ORDER BY first LIMIT 1")
        requests = try connection.prepare("\(selectRequest) ORDER BY identity")
        request = try connection.prepare("\(selectRequest) WHERE identity = ?")
    }
}

private let selectSource = "SELECT id, name, generation, records, number, sum FROM source"

private let selectRecord = """
    SELECT id, key, title, heading, latitude, longitude, number, generation, at, sum, body
    FROM record WHERE source = ?
    """

private let selectChange = """
    SELECT c.number, s.name, c.key, c.kind, c.title, c.at, c.generation,
        coalesce(c.body, CASE WHEN r.number = c.number THEN r.body END), c.patch, c.previous, c.sum,
        c.of_record, c.of_source, r.latitude, r.longitude, m.latitude, m.longitude, p.body
    FROM change c LEFT JOIN source s ON s.id = c.source
        LEFT JOIN record r ON r.source = c.source AND r.key = c.key
        LEFT JOIN move m ON m.number = c.number
        LEFT JOIN change p ON p.number = CASE c.kind WHEN 2 THEN c.of_record END
    """

private let selectState = """
    SELECT source.id, source.name, source.generation, records, source.number, source.sum,
        state.body, state.sum, at,
        EXISTS (SELECT 1 FROM meta WHERE meta.name = 'incomplete/' || source.name)
    FROM source LEFT JOIN state ON state.source = source.id
        LEFT JOIN change ON change.number = source.number
    """

private let selectRequest = """
    SELECT body, request.sum, identity, rhythm.state, rhythm.sum
    FROM request LEFT JOIN rhythm USING (identity)
    """

private let selectRun = "SELECT name, first, sum FROM run"
