/// A method that an interface declares.
public nonisolated struct MethodDeclaration: Hashable, Sendable {
    /// The method's name without the interface's.
    public let name: String
    /// The comment before it, lines joined by newlines; empty when there is none.
    public let documentation: String
    /// The fields of a call's parameters.
    public let parameters: [FieldDeclaration]
    /// The fields of a reply's parameters.
    public let reply: [FieldDeclaration]

    /// Whether a call must ask for more than one reply.
    ///
    /// Source: the comment line that systemd's own formatter writes.
    public let requiresMore: Bool

    /// Whether a call may ask for more than one reply.
    public let supportsMore: Bool

    init(name: String, documentation: String, parameters: [FieldDeclaration], reply: [FieldDeclaration]) {
        (self.name, self.documentation, self.parameters, self.reply) = (
            name, documentation, parameters, reply
        )
        // Looked for once: it is asked at every call.
        requiresMore = documentation.utf8Contains("[Requires 'more' flag]")
        supportsMore = requiresMore || documentation.utf8Contains("[Supports 'more' flag]")
    }
}

nonisolated extension String {
    /// Whether `text` stands in this, byte by byte.
    fileprivate func utf8Contains(_ text: String) -> Bool {
        let (all, part) = (Array(utf8), Array(text.utf8))
        guard all.count >= part.count else { return false }
        return (0...(all.count - part.count)).contains { all[$0...].starts(with: part) }
    }
}
