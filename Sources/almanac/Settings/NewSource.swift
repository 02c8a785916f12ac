import AlmanacValues
import Records

/// The options of `add` that describe a new source.
struct NewSource {
    private let kind: String?
    private let url: String?
    private let path: String?
    private let title: String?
    private var sections: [JSON.Member] = []

    /// Parses the options of `add`.
    init(_ invocation: Invocation) throws(CommandError) {
        kind = invocation["kind"]
        url = invocation["url"]
        path = invocation["path"]
        title = invocation["title"]
        if let span = invocation["every"] { try set("Source.Refresh=\(span)") }
        for setting in invocation.all("set") { try set(setting) }
    }

    /// Whether only a name is given.
    var isEmpty: Bool { [kind, url, path, title].allSatisfy { $0 == nil } && sections.isEmpty }

    /// Returns the definition of the source.
    func context(_ name: String) -> SourceContext {
        SourceContext(
            name: name, kind: kind, url: url, path: path, title: title,
            options: sections.isEmpty ? nil : .object(sections))
    }

    /// Parses `SECTION.KEY=VALUE`; a repeated key has several values.
    private mutating func set(_ text: String) throws(CommandError) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        let path = (parts.first ?? "").split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, path.count == 2 else {
            throw .usage("--set \(text) is not SECTION.KEY=VALUE, such as Record.Key=id", see: "add")
        }
        let index = sections.firstIndex { $0.name == path[0] } ?? sections.count
        if index == sections.count { sections.append(.init(path[0], .object([]))) }
        sections[index].value = adding(.string(parts[1]), as: path[1], to: sections[index].value)
    }

    private func adding(_ value: JSON, as key: String, to section: JSON) -> JSON {
        var entries = section.object ?? []
        if let index = entries.firstIndex(where: { $0.name == key }) {
            entries[index].value = .array((entries[index].value.array ?? [entries[index].value]) + [value])
        } else {
            entries.append(.init(key, value))
        }
        return .object(entries)
    }
}
