import Records

/// Parses an interface description member by member.
///
/// Source: Varlink, Interface-Definition.md, the grammar at its end.
nonisolated struct InterfaceParser {
    private(set) var name = ""
    private(set) var documentation = ""
    private(set) var types: [TypeDeclaration] = []
    private(set) var methods: [MethodDeclaration] = []
    private(set) var errors: [ErrorDeclaration] = []
    var scanner: InterfaceScanner
    /// The nesting depth of the type that is being parsed.
    var depth = 0
    /// The maximum nesting depth of types; each level needs stack space.
    static let maximumDepth = 64

    init(_ text: String) { scanner = InterfaceScanner(text) }

    mutating func parse() throws(InterfaceError) {
        documentation = scanner.documentation()
        try keyword("interface")
        name = try interfaceName()
        while scanner.peek() != nil { try member() }
    }

    private mutating func keyword(_ expected: String) throws(InterfaceError) {
        let word = scanner.word()
        guard word == expected else { throw scanner.error(expected, found: word) }
    }

    private mutating func interfaceName() throws(InterfaceError) -> String {
        let name = scanner.word("-.")
        guard isInterfaceName(name) else { throw scanner.error("interface name", found: name) }
        return name
    }

    private mutating func member() throws(InterfaceError) {
        let documentation = scanner.documentation()
        let keyword = scanner.word()
        switch keyword {
        case "type":
            let name = try memberName()
            types.append(TypeDeclaration(name: name, documentation: documentation, type: try brackets()))
        case "method": try method(documentation)
        case "error":
            let name = try memberName()
            errors.append(
                ErrorDeclaration(name: name, documentation: documentation, parameters: try fields()))
        default: throw scanner.error("type, method or error", found: keyword)
        }
    }

    private mutating func method(_ documentation: String) throws(InterfaceError) {
        let name = try memberName()
        let parameters = try fields()
        try scanner.expect("-")
        try scanner.expect(">")
        methods.append(
            MethodDeclaration(
                name: name, documentation: documentation, parameters: parameters, reply: try fields()))
    }

    private mutating func memberName() throws(InterfaceError) -> String {
        let name = scanner.word("")
        guard let first = name.utf8.first, first.isUppercase else {
            throw scanner.error("name with an initial capital letter", found: name)
        }
        return name
    }
}

/// Returns whether `name` is an interface name: two or more labels of letters, digits and inner hyphens,
/// joined by dots; the first label does not start with a digit.
nonisolated func isInterfaceName(_ name: String) -> Bool {
    let labels = name.utf8.split(separator: .period, omittingEmptySubsequences: false)
    guard labels.count >= 2, let first = name.utf8.first, first.isLetter else { return false }
    return labels.allSatisfy { label in
        guard let first = label.first, let last = label.last else { return false }
        return first != .hyphen && last != .hyphen
            && label.allSatisfy { $0.isLetterOrDigit || $0 == .hyphen }
    }
}
