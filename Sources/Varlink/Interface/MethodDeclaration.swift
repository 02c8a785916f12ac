/// A method that an interface declares.
public nonisolated struct MethodDeclaration: Hashable, Sendable {
    /// The method's name without its interface.
    public let name: String
    /// The comment that precedes it, its lines joined by newlines; empty if there is none.
    public let documentation: String
    /// The fields of a call's parameters.
    public let parameters: [FieldDeclaration]
    /// The fields of a reply's parameters.
    public let reply: [FieldDeclaration]

    /// Whether a call must set the `more` flag.
    ///
    /// Source: the comment line that systemd's own formatter writes.
    public let requiresMore: Bool

    /// Whether a call may set the `more` flag.
    public let supportsMore: Bool

    init(name: String, documentation: String, parameters: [FieldDeclaration], reply: [FieldDeclaration]) {
        self.name = name
        self.documentation = documentation
        self.parameters = parameters
        self.reply = reply
        // Searched once, because every call needs the result.
        requiresMore = documentation.utf8Contains("[Requires 'more' flag]")
        supportsMore = requiresMore || documentation.utf8Contains("[Supports 'more' flag]")
    }
}

nonisolated extension String {
    /// Returns whether this text contains `text`, byte by byte.
    fileprivate func utf8Contains(_ text: String) -> Bool {
        let all = Array(utf8)
        let part = Array(text.utf8)
        guard all.count >= part.count else { return false }
        return (0...(all.count - part.count)).contains { all[$0...].starts(with: part) }
    }
}
