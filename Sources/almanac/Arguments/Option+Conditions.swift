extension Option {
    /// The paragraph of the help text about conditions; io.almanac.varlink has the grammar.
    nonisolated static let conditions =
        "A CONDITION is NAME SIGN VALUE, NAME in [A, B], NAME not in [A, B] or NAME exists, joined by and, or, "
        + "not and parentheses: 'temperature < 0 and not (wind.speed < 20 or wind.gust exists)'. SIGN is =, "
        + "!=, <, <=, >, >=, or ~ for a pattern such as '*hospital*' in any case. Numbers are compared by "
        + "value. A name or value with such a sign or word in it needs double quotes: see io.almanac(7)."

    /// Returns the option `--where`.
    ///
    /// - Parameter example: A condition for the help text.
    /// - Returns: The option, which can be repeated.
    nonisolated static func condition(_ example: String) -> Option {
        Option("where", value: "CONDITION", summary: "condition, such as \(example); can be repeated")
    }
}
