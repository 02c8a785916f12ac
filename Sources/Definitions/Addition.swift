package import Records

/// A source that a client wants to add: the settings that the client sent, merged with the source's template.
package struct Addition {
    /// The source's name; a station identifier is in capitals.
    package let name: SourceName
    /// The settings to write to the definition file.
    package let options: Options
    /// The definition to run.
    package let definition: Definition

    /// Merges the client's settings with the template if they do not contain `Kind=`.
    ///
    /// - Parameters:
    ///   - context: The source as the client describes it.
    ///   - files: The definition files, which include the templates.
    ///   - stations: The known stations.
    ///   - author: The author of the settings.
    /// - Throws: An error if the settings do not describe a valid source.
    package init(
        _ context: JSON, files: DefinitionFiles, stations: Stations, by author: Definition.Author
    ) throws {
        let reader = ContextReader(context)
        let said = try reader.options()
        let asked = try reader.name()
        guard said.last(in: "Source", named: "Kind") == nil else {
            name = asked
            options = said
            definition = try Definition(asked, options: said, by: author)
            return
        }
        guard let path = files.template(for: asked), let template = try files.options(of: asked, at: path)
        else {
            throw ContextError(
                path: "/context/kind", message: "there is no template \(asked.stem)@ with Kind=")
        }
        name = try Addition.name(
            asked, kind: template.last(in: "Source", named: "Kind")?.value, stations: stations)
        let joined = Options(template.entries + said.entries)
        // A member's file does not repeat the template's settings: a template may contain settings that
        // members must not use.
        options = author == .file ? joined : said
        // The template's author is responsible for the privileged settings of the template, as long as the
        // client's settings do not change the upstream.
        try DefinitionCheck(options: said, author: author).run()
        definition = try Definition(
            name, options: joined, by: MemberRights.choosesUpstream(said) ? author : .file)
        try checkPlace(stations)
    }

    /// Returns the name with a station identifier in capitals, as upstreams and users expect it.
    private static func name(_ asked: SourceName, kind: String?, stations: Stations) throws -> SourceName {
        guard let instance = asked.instance, [Kind.metar, .taf].map(\.rawValue).contains(kind) else {
            return asked
        }
        let upper = instance.uppercased()
        let isIdentifier =
            upper.utf8.count == 4 && upper.utf8.allSatisfy { $0.isUppercase || $0.isDigit }
        guard isIdentifier, let name = SourceName("\(asked.stem)@\(upper)") else {
            throw ContextError(
                path: "/context/name",
                message: "\"\(instance)\" is not the identifier of a station"
                    + suggestion(for: instance, among: stations)
            )
        }
        return name
    }

    /// Returns text to append to an error message: the stations that the user may have meant.
    private static func suggestion(for text: String, among stations: Stations) -> String {
        let code = text.utf8.count == 3 ? stations.table.station(code: text.uppercased()) : nil
        let found = code.map { [$0] } ?? stations.table.named(text.replacing(text: "-", with: " "), limit: 5)
        guard !found.isEmpty else { return ", such as KPWM" }
        return ": perhaps " + found.map { "\($0.identifier) (\($0.title))" }.joined(separator: " or ")
    }

    /// Checks that the instance has a position if the address contains one.
    ///
    /// - Throws: An error if the address requires a position and the instance is neither a position nor a
    ///   known station.
    private func checkPlace(_ stations: Stations) throws {
        guard definition.wantsPosition else { return }
        let instance = name.instance ?? ""
        guard stations.position(of: instance) == nil else { return }
        throw ContextError(
            path: "/context/name",
            message: "\"\(instance)\" is neither a position such as 43.65,-70.31 nor a known station")
    }
}
