import Records

/// Converts a source that was received over the socket into the settings of a definition.
///
/// Source: io.almanac.varlink, type SourceContext.
nonisolated struct ContextReader {
    private let context: JSON

    init(_ context: JSON) { self.context = context }

    /// Returns the source's name.
    ///
    /// - Throws: An error if it is not a valid name.
    func name() throws(ContextError) -> SourceName {
        let text = context["name"]?.string ?? ""
        guard let name = SourceName(text) else {
            throw ContextError(path: "/context/name", message: "\"\(text)\" is not a name of a source")
        }
        return name
    }

    /// Returns all settings, in the order of the members.
    ///
    /// - Throws: At a value that is not a string, number or Boolean, or that does not fit on one line.
    func options() throws(ContextError) -> Options {
        var options = Options()
        for (member, key) in [("kind", "Kind"), ("url", "URL"), ("path", "Path"), ("title", "Title")] {
            if let text = context[member]?.string {
                try add(key, in: "Source", value: text, at: "/context/\(member)", to: &options)
            }
        }
        let tags = context["tags"]?.array?.compactMap(\.string) ?? []
        if !tags.isEmpty {
            try add(
                "Tags", in: "Source", value: tags.joined(separator: " "), at: "/context/tags", to: &options)
        }
        if let interval = context["intervalUSec"]?.int {
            try add(
                "Refresh", in: "Source", value: "\(interval)us", at: "/context/intervalUSec", to: &options)
        }
        if let name = context["credential"]?.string {
            try add("Credential", in: "Source", value: name, at: "/context/credential", to: &options)
        }
        for section in context["options"]?.object ?? [] { try add(section, to: &options) }
        return options
    }

    private func add(_ section: JSON.Member, to options: inout Options) throws(ContextError) {
        let path = "/context/options/\(section.name)"
        guard let members = section.value.object else {
            throw ContextError(path: path, message: "is not an object of settings")
        }
        for member in members {
            for value in member.value.array ?? [member.value] {
                let place = path + "/" + member.name
                try add(
                    member.name, in: section.name, value: try Self.text(of: value, at: place), at: place,
                    to: &options)
            }
        }
    }

    private func add(
        _ key: String, in section: String, value: String, at path: String, to options: inout Options
    ) throws(ContextError) {
        let isPlain = [key, section].allSatisfy { name in
            !name.isEmpty
                && name.utf8.allSatisfy {
                    $0 == .hyphen || Character(UnicodeScalar($0)).isLetter || $0.isDigit
                }
        }
        guard isPlain else { throw ContextError(path: path, message: "is not the name of a setting") }
        guard !value.isEmpty,
            !value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw ContextError(path: path, message: "is empty or has a control character")
        }
        options.append(.init(section: section, name: key, value: value))
    }

    private static func text(of value: JSON, at path: String) throws(ContextError) -> String {
        switch value {
        case .string(let text), .number(let text): return text
        case .bool(let value): return value ? "yes" : "no"
        default: throw ContextError(path: path, message: "is neither a string nor a list of strings")
        }
    }
}

/// An error in a source that was received over the socket, with the member that caused it.
package nonisolated struct ContextError: Error, Hashable {
    /// The JSON pointer of the invalid member.
    package let path: String
    /// The reason why the member is invalid.
    package let message: String
}
