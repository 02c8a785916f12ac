import Records

nonisolated extension InterfaceParser {
    /// Parses the fields of a structure, including the brackets.
    mutating func fields() throws(InterfaceError) -> [FieldDeclaration] {
        guard case .structure(let fields) = try brackets() else { throw scanner.error("list of fields") }
        return fields
    }

    /// Parses a bracketed list: a structure, which may be empty, or the values of an enumeration.
    mutating func brackets() throws(InterfaceError) -> FieldType {
        try scanner.expect("(")
        if scanner.consume(")") { return .structure([]) }
        let first = try fieldName()
        return scanner.consume(":") ? try structure(from: first) : try enumeration(from: first)
    }

    private mutating func structure(from name: String) throws(InterfaceError) -> FieldType {
        var fields = [FieldDeclaration(name: name, type: try type())]
        while scanner.consume(",") {
            let name = try fieldName()
            if fields.contains(where: { same($0.name, name) }) {
                throw scanner.error("unique name", found: name)
            }
            try scanner.expect(":")
            fields.append(FieldDeclaration(name: name, type: try type()))
        }
        try scanner.expect(")")
        return .structure(fields)
    }

    private mutating func enumeration(from word: String) throws(InterfaceError) -> FieldType {
        var words = [word]
        while scanner.consume(",") {
            let word = try fieldName()
            if words.contains(word) { throw scanner.error("unique word", found: word) }
            words.append(word)
        }
        try scanner.expect(")")
        return .enumeration(words)
    }

    private mutating func type() throws(InterfaceError) -> FieldType {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else {
            throw scanner.error("type of at most \(Self.maximumDepth) levels")
        }
        if scanner.consume("?") {
            if scanner.peek() == .questionMark { throw scanner.error("type") }
            return .optional(try type())
        }
        guard scanner.consume("[") else { return try element() }
        if scanner.consume("]") { return .array(try type()) }
        let key = scanner.word()
        guard key == "string" else { throw scanner.error("string", found: key) }
        try scanner.expect("]")
        return .map(try type())
    }

    private mutating func element() throws(InterfaceError) -> FieldType {
        if scanner.peek() == .leftParenthesis { return try brackets() }
        switch scanner.word("") {
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "object": return .object
        case "any": return .any
        case let name:
            guard let first = name.utf8.first, first.isUppercase else {
                throw scanner.error("type", found: name.isEmpty ? nil : name)
            }
            return .named(name)
        }
    }

    private mutating func fieldName() throws(InterfaceError) -> String {
        let name = scanner.word("_")
        let bytes = Array(name.utf8)
        let isDouble = zip(bytes, bytes.dropFirst()).contains { $0 == .underscore && $1 == .underscore }
        guard let first = bytes.first, first.isLetter, bytes.last != .underscore, !isDouble else {
            throw scanner.error("field name", found: name.isEmpty ? nil : name)
        }
        return name
    }
}

nonisolated extension InterfaceParser {
    /// Checks that each name is declared once and each type that is used is declared.
    func checkNames() throws(InterfaceError) {
        var seen: Set<String> = []
        let names = types.map(\.name) + methods.map(\.name) + errors.map(\.name)
        for name in names where !seen.insert(name).inserted {
            throw scanner.error("unique name", found: name)
        }
        for type in types { try checkNames(in: type.type) }
        for field in methods.flatMap({ $0.parameters + $0.reply }) + errors.flatMap(\.parameters) {
            try checkNames(in: field.type)
        }
    }

    private func checkNames(in type: FieldType) throws(InterfaceError) {
        switch type {
        case .named(let name):
            guard types.contains(where: { same($0.name, name) }) else {
                throw scanner.error("declared type", found: name)
            }
        case .optional(let inner), .array(let inner), .map(let inner): try checkNames(in: inner)
        case .structure(let fields): for field in fields { try checkNames(in: field.type) }
        default: break
        }
    }
}
