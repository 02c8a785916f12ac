public import Records

/// The content of a definition: io.almanac's `SourceContext`.
public struct SourceContext: Equatable, Sendable {
    /// The name of the source.
    public var name: String
    /// The format of its documents; `nil` for the template's.
    public var kind: String?
    /// The address of the document; `nil` if it has none.
    public var url: String?
    /// The path of the document; `nil` if it is not a file.
    public var path: String?
    /// The title; `nil` for the name.
    public var title: String?
    /// Further settings: sections, keys, and strings or lists of strings; `nil` if there are none.
    public var options: JSON?

    /// Makes a context; with only a name, it is an instance of a template.
    public init(
        name: String, kind: String? = nil, url: String? = nil, path: String? = nil, title: String? = nil,
        options: JSON? = nil
    ) {
        self.name = name
        self.kind = kind
        self.url = url
        self.path = path
        self.title = title
        self.options = options
    }

    /// The context as JSON, without the members that are `nil`.
    public var json: JSON {
        .members([
            "name": .string(name), "kind": kind.map(JSON.string), "url": url.map(JSON.string),
            "path": path.map(JSON.string), "title": title.map(JSON.string), "options": options,
        ])
    }
}
