import Records

extension JSON {
    /// Parses a text that a test has written.
    static func parsed(_ text: String) -> JSON {
        do { return try JSON(parsing: Array(text.utf8)) } catch { preconditionFailure("\(error)") }
    }
}
