import Records

/// What an interface offers: its types, methods and errors, with their documentation.
///
/// Read from the text that GetInterfaceDescription answers with, which is kept as it is.
///
/// Source: Varlink, Interface-Definition.md. What systemd 257 and the Python client both take is taken.
public nonisolated struct InterfaceDescription: Sendable {
    /// The text that it was read from.
    public let text: String
    /// The interface's name, such as `io.almanac`.
    public let name: String
    /// The comment before it, lines joined by newlines; empty when there is none.
    public let documentation: String
    /// The types in the order of the text.
    public let types: [TypeDeclaration]
    /// The methods in the order of the text.
    public let methods: [MethodDeclaration]
    /// The errors in the order of the text.
    public let errors: [ErrorDeclaration]

    /// Reads an interface description.
    ///
    /// - Throws: When it is none, declares a name twice, or names a type that it does not declare.
    public init(parsing text: String) throws(InterfaceError) {
        var parser = InterfaceParser(text)
        try parser.parse()
        try parser.checkNames()
        self.text = text
        (name, documentation) = (parser.name, parser.documentation)
        (types, methods, errors) = (parser.types, parser.methods, parser.errors)
    }

    /// The method of that name, without the interface's; `nil` when there is none.
    public func method(_ name: String) -> MethodDeclaration? {
        methods.first { same($0.name, name) }
    }

    /// The error of that name, without the interface's; `nil` when there is none.
    public func error(_ name: String) -> ErrorDeclaration? {
        errors.first { same($0.name, name) }
    }

    /// The type of that name; `nil` when there is none.
    public func type(_ name: String) -> TypeDeclaration? {
        types.first { same($0.name, name) }
    }
}

/// Whether two texts are the same bytes.
///
/// Swift's `==` finds `K` and the Kelvin sign equal.
nonisolated func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
