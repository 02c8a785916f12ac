import Decoding
import Records

/// A source that is to be added: what was said of it, joined with its template.
struct Addition {
    /// Its name; the identifier of a station in capitals.
    let name: SourceName
    /// The settings as they are to be written.
    let options: Options
    /// The settings as they are to be obeyed.
    let definition: Definition

    /// Joins what was said with the template, where what was said names no kind.
    ///
    /// - Parameters:
    ///   - context: What was said.
    ///   - files: Where templates are looked for.
    ///   - stations: What is known of stations.
    ///   - author: Who said it.
    /// - Throws: When it makes no source.
    init(_ context: JSON, _ files: DefinitionFiles, _ stations: Stations, by author: Definition.Author) throws
    {
        let reader = ContextReader(context)
        let (said, asked) = (try reader.options(), try reader.name())
        guard said.last("Source", "Kind") == nil else {
            (name, options) = (asked, said)
            definition = try Definition(asked, said, by: author)
            return
        }
        guard let path = files.template(for: asked), let template = try files.options(of: asked, at: path)
        else {
            throw ContextError(
                path: "/context/kind", message: "there is no template \(asked.stem)@ that names a kind")
        }
        name = try Addition.name(asked, template.last("Source", "Kind")?.value, stations)
        options = Options(template.entries + said.entries)
        // What the template reaches into is its author's business, as long as its own upstream is asked.
        try DefinitionCheck(options: said, author: author).run()
        let isItsOwn = said.last("Source", "URL") == nil
        definition = try Definition(name, options, by: isItsOwn ? .file : author)
        try checkPlace(stations)
    }

    /// The name with the identifier of a station in capitals, which upstreams and people expect.
    private static func name(_ asked: SourceName, _ kind: String?, _ stations: Stations) throws -> SourceName
    {
        guard let instance = asked.instance, [Kind.metar, .taf].map(\.rawValue).contains(kind) else {
            return asked
        }
        let upper = instance.uppercased()
        let isIdentifier =
            upper.utf8.count == 4 && upper.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 }
        guard isIdentifier, let name = SourceName("\(asked.stem)@\(upper)") else {
            throw ContextError(
                path: "/context/name",
                message: "\"\(instance)\" is no identifier of a station" + suggestion(instance, stations))
        }
        return name
    }

    /// The stations that may have been meant, to be put behind a complaint.
    private static func suggestion(_ text: String, _ stations: Stations) -> String {
        let code = text.utf8.count == 3 ? stations.table.station(code: text.uppercased()) : nil
        let found = code.map { [$0] } ?? stations.table.named(text.replacing(text: "-", with: " "), limit: 5)
        guard !found.isEmpty else { return ", such as KPWM" }
        return ": perhaps " + found.map { "\($0.identifier) (\($0.title))" }.joined(separator: " or ")
    }

    /// - Throws: When the address wants a position and the instance is none.
    private func checkPlace(_ stations: Stations) throws {
        guard case .url(let url) = definition.origin, Specifiers.wantsPosition(url) else { return }
        let instance = name.instance ?? ""
        guard stations.position(of: instance) == nil else { return }
        throw ContextError(
            path: "/context/name",
            message: "\"\(instance)\" is neither a position such as 43.65,-70.31 nor a station that is known")
    }
}
