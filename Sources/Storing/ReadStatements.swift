/// The statements by which the store is read.
final class ReadStatements {
    let source: Statement
    let sourceAfter: Statement
    let sources: Statement
    let hash: Statement
    let record: Statement
    let page: Statement
    let keys: Statement
    let oldest: Statement
    let bounds: Statement
    let changes: Statement
    let change: Statement
    let moment: Statement
    let removal: Statement
    let state: Statement
    let rejects: Statement
    let requests: Statement

    init(_ connection: Connection) throws(StoreError) {
        let source = "SELECT id, name, generation, records, number, sum FROM source"
        self.source = try connection.prepare("\(source) WHERE name = ?")
        sourceAfter = try connection.prepare("\(source) WHERE name > ? ORDER BY name LIMIT 1")
        sources = try connection.prepare("\(source) ORDER BY name")
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
        moment = try connection.prepare("SELECT at FROM change WHERE number = ?")
        removal = try connection.prepare(
            "SELECT max(number) FROM change WHERE source = ? AND key = ? AND kind = 2")
        state = try connection.prepare("SELECT body, sum FROM state WHERE source = ?")
        rejects = try connection.prepare("SELECT body, sum FROM rejects WHERE source = ?")
        requests = try connection.prepare("SELECT body, sum, identity FROM request ORDER BY identity")
    }
}
