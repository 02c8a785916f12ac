import CSQLite

/// The tables of the store, as the migration steps that create them from an empty file.
///
/// A released step is never altered, except that it leaves out what a later one discards: a change to the
/// tables is a further step. The file stores the number of completed steps twice, in its header
/// (`user_version`) and in `meta`, so that a damaged header is not mistaken for the work of a newer almanac.
public struct StoreSchema: Sendable {
    /// The SQL of each step, in order; each step runs as one transaction.
    public let steps: [String]

    /// Creates a schema from its steps.
    public init(steps: [String]) { self.steps = steps }

    /// The version of a database after all steps.
    public var version: Int { steps.count }

    /// The schema of this version of almanac.
    public static let almanac = StoreSchema(steps: [
        firstStep, secondStep, thirdStep, fourthStep, fifthStep, sixthStep, seventhStep, eighthStep,
        ninthStep, tenthStep, eleventhStep, twelfthStep, thirteenthStep,
        fourteenthStep,
    ])

    /// The bytes `alma`, which identify the database to other programs, such as `file`.
    static let applicationID: Int64 = 0x616C_6D61
}

extension StoreSchema {
    /// Runs the steps that a database lacks.
    ///
    /// - Throws: `StoreError` if the database is damaged, or newer than this schema.
    func bring(_ connection: Connection) throws(StoreError) {
        let version = Int(try connection.number("PRAGMA user_version"))
        try check(version, of: connection)
        for step in steps.indices.dropFirst(version) {
            do throws(StoreError) {
                try connection.writing { () throws(StoreError) in try apply(step, on: connection) }
            } catch {
                guard error.code.primary == SQLITE_ERROR else { throw error }
                // The step does not fit the existing tables, which is no reason to give up a database that
                // may be sound.
                throw StoreError(
                    doing: error.doing, code: error.code, message: error.message, statement: error.statement)
            }
        }
    }

    private func apply(_ step: Int, on connection: Connection) throws(StoreError) {
        try connection.execute(steps[step])
        try connection.execute("PRAGMA user_version = \(step + 1)")
        try connection.execute("PRAGMA application_id = \(StoreSchema.applicationID)")
        try connection.execute("INSERT OR REPLACE INTO meta VALUES ('schema', '\(step + 1)')")
    }

    private func check(_ version: Int, of connection: Connection) throws(StoreError) {
        let doing = "open \(connection.path)"
        if version == 0 {
            guard try connection.number("SELECT count(*) FROM sqlite_schema") == 0 else {
                throw .damage(doing, "it holds tables but no schema version")
            }
            return
        }
        let isOurs = try connection.number("PRAGMA application_id") == StoreSchema.applicationID
        let second = try connection.number("SELECT value FROM meta WHERE name = 'schema'")
        guard isOurs, second == Int64(version) else {
            throw .damage(doing, "its header contradicts its contents")
        }
        guard version <= steps.count else {
            throw StoreError(
                doing: doing, code: 0,
                message: "its schema is version \(version), newer than \(steps.count), the newest known here",
                isNewer: true)
        }
    }
}

extension Connection {
    /// Returns the first column of the first row as a number; 0 when there is no row.
    func number(_ sql: String) throws(StoreError) -> Int64 {
        let statement = try prepare(sql)
        return try statement.first { row throws(StoreError) in row.int(0) } ?? 0
    }

    /// Returns the first column of the first row as a string.
    func text(_ sql: String) throws(StoreError) -> String? {
        let statement = try prepare(sql)
        return try statement.first { row throws(StoreError) in row.text(0) } ?? nil
    }
}
