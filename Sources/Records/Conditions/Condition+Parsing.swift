extension Condition {
    /// The maximum length of a condition, in bytes of UTF-8.
    public static let maximumLength = 65_536
    /// The maximum number of nested parentheses and `not`.
    public static let maximumDepth = 32

    /// Parses a condition. The grammar is that of `where` in io.almanac.varlink.
    ///
    /// - Parameter text: The condition.
    /// - Throws: `ConditionError` if a field, a comparison, a value or a parenthesis is missing, and if the
    ///   text is too long or nested too deeply.
    public init(_ text: String) throws(ConditionError) {
        guard text.utf8.count <= Condition.maximumLength else {
            let start = String(decoding: text.utf8.prefix(40), as: UTF8.self)
            throw ConditionError(start + "…", reason: "is longer than \(Condition.maximumLength) bytes")
        }
        var parser = ConditionParser(text)
        self = try parser.parse()
    }
}

/// Parses a condition by recursive descent: `or` joins what `and` joins, `and` joins comparisons.
private struct ConditionParser {
    private var reader: ConditionReader

    init(_ text: String) { reader = ConditionReader(text) }

    mutating func parse() throws(ConditionError) -> Condition {
        let condition = try alternatives()
        guard reader.isAtEnd else { throw reader.error("has more text after its end") }
        let isSingle = if case .comparison = condition { true } else { false }
        reader.part = 0
        guard isSingle || !reader.hasStrayParenthesis else { throw reader.error("has a ) without its (") }
        return condition
    }

    private mutating func alternatives() throws(ConditionError) -> Condition {
        var found = [try conjunction()]
        while reader.consume(word: "or") { found.append(try conjunction()) }
        return found.count == 1 ? found[0] : .any(found)
    }

    private mutating func conjunction() throws(ConditionError) -> Condition {
        var found = [try factor()]
        while reader.consume(word: "and") { found.append(try factor()) }
        return found.count == 1 ? found[0] : .all(found)
    }

    private mutating func factor() throws(ConditionError) -> Condition {
        reader.startPart()
        if reader.consumeNot() {
            try descend()
            defer { reader.depth -= 1 }
            return .not(try factor())
        }
        let start = reader.part
        guard reader.consume(.leftParenthesis) else { return try comparison() }
        try descend()
        reader.groups += 1
        let condition = try alternatives()
        guard reader.consume(.rightParenthesis) else {
            reader.part = start
            throw reader.error("has a ( without its )")
        }
        reader.groups -= 1
        reader.depth -= 1
        return condition
    }

    private mutating func descend() throws(ConditionError) {
        reader.depth += 1
        guard reader.depth <= Condition.maximumDepth else {
            throw reader.error("is nested more than \(Condition.maximumDepth) levels deep")
        }
    }

    private mutating func comparison() throws(ConditionError) -> Condition {
        let name = reader.field()
        guard !name.isEmpty else { throw reader.error("names no field") }
        let field = FieldPath(name)
        if reader.consumeExists() { return .exists(field) }
        guard let sign = reader.sign() else {
            throw reader.error("has no comparison (= != < <= > >= ~ in, not in, exists)")
        }
        guard let values = sign.takesList ? reader.list() : reader.single() else {
            throw reader.error(sign.takesList ? "needs a list such as [a, b]" : "has no value")
        }
        guard !reader.isAmbiguous else {
            throw reader.error("needs a condition after each and and or, or quotes around its value")
        }
        return .comparison(FieldComparison(field, sign, values))
    }
}
