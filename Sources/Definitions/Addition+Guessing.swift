package import Records

extension Addition {
    /// Returns a definition for fetching the document of a source without a stated kind.
    ///
    /// - Parameters:
    ///   - context: The source as the client describes it.
    ///   - files: The definition files, which include the templates.
    ///   - author: The author of the settings.
    /// - Returns: `nil` if the client or a template states the kind, or there is no document.
    /// - Throws: An error if the author may not use the settings, or they are wrong.
    package static func trial(
        _ context: JSON, files: DefinitionFiles, by author: Definition.Author
    ) throws -> Definition? {
        let reader = ContextReader(context)
        let said = try reader.options()
        let name = try reader.name()
        let hasDocument = ["URL", "Path"].contains { said.last(in: "Source", named: $0) != nil }
        guard hasDocument, said.last(in: "Source", named: "Kind") == nil, files.template(for: name) == nil
        else { return nil }
        let kind = Options.Entry(section: "Source", name: "Kind", value: Kind.json.rawValue)
        return try Definition(name, options: Options(said.entries + [kind]), by: author)
    }
}
