import Records

/// The types, methods and errors of an interface, with their documentation.
///
/// Parsed from the text that GetInterfaceDescription returns, which is stored unchanged.
///
/// Source: Varlink, Interface-Definition.md. The parser accepts the subset that both systemd 257 and the
/// Python client accept.
public nonisolated struct InterfaceDescription: Sendable {
    /// The text that it was parsed from.
    public let text: String
    /// The interface's name, such as `io.almanac`.
    public let name: String
    /// The comment that precedes it, its lines joined by newlines; empty if there is none.
    public let documentation: String
    /// The types in the order of the text.
    public let types: [TypeDeclaration]
    /// The methods in the order of the text.
    public let methods: [MethodDeclaration]
    /// The errors in the order of the text.
    public let errors: [ErrorDeclaration]

    /// Parses an interface description.
    ///
    /// - Throws: An error if the text is not an interface description, declares a name twice, or uses an
    ///   undeclared type.
    public init(parsing text: String) throws(InterfaceError) {
        var parser = InterfaceParser(text)
        try parser.parse()
        try parser.checkNames()
        self.text = text
        name = parser.name
        documentation = parser.documentation
        types = parser.types
        methods = parser.methods
        errors = parser.errors
    }

    /// Returns the method of that name, without its interface; `nil` if there is none.
    public func method(_ name: String) -> MethodDeclaration? {
        methods.first { same($0.name, name) }
    }

    /// Returns the error of that name, without its interface; `nil` if there is none.
    public func error(_ name: String) -> ErrorDeclaration? {
        errors.first { same($0.name, name) }
    }

    /// Returns the type of that name; `nil` if there is none.
    public func type(_ name: String) -> TypeDeclaration? {
        types.first { same($0.name, name) }
    }
}

/// Returns whether two texts have the same bytes.
///
/// Swift's `==` considers `K` and the Kelvin sign equal.
nonisolated func same(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
}
