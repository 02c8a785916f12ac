import Records

/// What the command line says of a new source.
struct NewSource {
    private var members: [JSON.Member] = []
    private var sections: [JSON.Member] = []

    /// Reads the options of `add`.
    init(_ invocation: Invocation) throws(Complaint) {
        for name in ["kind", "url", "path", "title"] {
            if let value = invocation[name] { members.append(.init(name, .string(value))) }
        }
        if let span = invocation["every"] { try set("Source.Refresh=\(span)") }
        for setting in invocation.all("set") { try set(setting) }
    }

    /// Whether nothing was said but a name.
    var isEmpty: Bool { members.isEmpty && sections.isEmpty }

    /// As io.almanac's `SourceContext` puts it.
    func context(_ name: String) -> JSON {
        let options = sections.isEmpty ? [] : [JSON.Member("options", .object(sections))]
        return .object([.init("name", .string(name))] + members + options)
    }

    /// Takes in `SECTION.KEY=VALUE`; a key given again has several values.
    private mutating func set(_ text: String) throws(Complaint) {
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
