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
    let run: Statement
    let runOf: Statement
    let runAfter: Statement

    init(_ connection: Connection) throws(StoreError) {
        let source = "SELECT id, name, generation, records, number, sum FROM source"
        self.source = try connection.prepare("\(source) WHERE name = ?")
        sourceAfter = try connection.prepare("\(source) WHERE name > ? ORDER BY name LIMIT 1")
        hash = try connection.prepare("SELECT hash FROM record WHERE source = ? AND key = ?")
        let record = """
            SELECT id, key, title, heading, latitude, longitude, number, generation, at, sum, body
            FROM record WHERE source = ?
            """
        self.record = try connection.prepare("\(record) AND key = ?")
        page = try connection.prepare("\(record) AND key > ? AND number <= ? ORDER BY key")
        keys = try connection.prepare(
            "SELECT key, hash FROM record WHERE source = ? AND key > ? ORDER BY key LIMIT ?")
        oldest = try connection.prepare("SELECT key, hash, at FROM record WHERE source = ? ORDER BY number")
        bounds = try connection.prepare(
            "SELECT (SELECT min(number) FROM change), (SELECT max(number) FROM change)")
        let change = """
            SELECT c.number, s.name, c.key, c.kind, c.title, c.at, c.generation,
                coalesce(c.body, CASE WHEN r.number = c.number THEN r.body END), c.patch, c.previous, c.sum,
                c.of_record, c.of_source, r.latitude, r.longitude, m.latitude, m.longitude
            FROM change c LEFT JOIN source s ON s.id = c.source
                LEFT JOIN record r ON r.source = c.source AND r.key = c.key
                LEFT JOIN move m ON m.number = c.number
            """
        changes = try connection.prepare("\(change) WHERE c.number > ? ORDER BY c.number")
        self.change = try connection.prepare("\(change) WHERE c.number = ?")
        removal = try connection.prepare(
            "SELECT max(number) FROM change WHERE source = ? AND key = ? AND kind = 2")
        let state = """
            SELECT source.id, name, source.generation, records, source.number, source.sum,
                state.body, state.sum, at
            FROM source LEFT JOIN state ON state.source = source.id
                LEFT JOIN change ON change.number = source.number
            """
        states = try connection.prepare("\(state) ORDER BY name")
        self.state = try connection.prepare("\(state) WHERE name = ?")
        rejects = try connection.prepare("SELECT body, sum FROM rejects WHERE source = ?")
        let run = "SELECT name, first, sum FROM run"
        self.run = try connection.prepare("\(run) WHERE name = ?")
        runOf = try connection.prepare("\(run) WHERE first <= ? ORDER BY first DESC LIMIT 1")
        runAfter = try connection.prepare("\(run) WHERE first > ? ORDER BY first LIMIT 1")
        requests = try connection.prepare("SELECT body, sum, identity FROM request ORDER BY identity")
    }
}
