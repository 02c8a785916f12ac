import CSQLite

/// The query plan of a statement: how SQLite finds its rows.
public struct QueryPlan: Hashable, Sendable {
    /// The statement.
    public let statement: String
    /// The steps of the plan, such as `SEARCH record USING COVERING INDEX record_by_key (source=? AND
    /// key=?)`.
    public let steps: [String]
}

extension StoreReader {
    /// Returns the plans of all statements, for diagnosing slow queries.
    ///
    /// - Throws: `StoreError` if the database cannot be read.
    public func plans() throws(StoreError) -> [QueryPlan] {
        var plans: [QueryPlan] = []
        for text in connection.statements {
            let explanation = try connection.prepare("EXPLAIN QUERY PLAN \(text)")
            let steps = try explanation.all { $0.text(3) ?? "" }
            plans.append(QueryPlan(statement: text, steps: steps))
        }
        return plans
    }
}

extension Connection {
    /// The SQL text of each statement.
    fileprivate var statements: Set<String> {
        var texts = Set(texts)
        var statement = sqlite3_next_stmt(handle, nil)
        while let next = statement {
            if let text = sqlite3_sql(next) { texts.insert(String(cString: text)) }
            statement = sqlite3_next_stmt(handle, next)
        }
        return texts
    }
}
