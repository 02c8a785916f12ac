public import Records

/// A source, as io.almanac's `Source` tells: what stands in its definition, and how it fares.
public struct Source: Sendable {
    /// Its name.
    public let name: String
    /// What kind of document it reads, such as `metar`; `nil` when unknown.
    public let kind: String?
    /// Where it comes from: an address or a path; `nil` when it has neither.
    public let origin: String?
    /// What a person calls it; `nil` when that is no more than its name.
    public let title: String?
    /// Its tags.
    public let tags: [String]
    /// How often it is asked.
    public let interval: Duration?
    /// Name of the credential that it uses, never the secret.
    public let credential: String?
    /// All settings of its definition: section, key, a string or strings.
    public let options: JSON?
    /// How it fares.
    public let runtime: Runtime
    /// The source as the daemon wrote it.
    public let json: JSON

    /// Reads what the daemon says; `nil` when it says something else.
    public init?(_ json: JSON) {
        guard let context = json["context"], let name = context["name"]?.string,
            let runtime = json["runtime"].flatMap(Runtime.init)
        else { return nil }
        (self.name, self.runtime, self.json) = (name, runtime, json)
        kind = context["kind"]?.string
        origin = context["url"]?.string ?? context["path"]?.string
        let title = context["title"]?.string ?? context["options"]?["Source"]?["Description"]?.string
        self.title = title == name ? nil : title
        tags = (context["tags"]?.array ?? []).compactMap(\.string)
        interval = context["intervalUSec"]?.int.map { .microseconds($0) }
        credential = context["credential"]?.string
        options = context["options"]
    }

    /// The words of a setting such as `Columns=` in `[Record]`; empty when it is not set.
    public func words(_ section: String, _ key: String) -> [String] {
        let value = options?[section]?[key]
        let texts = value?.array?.compactMap(\.string) ?? value?.string.map { [$0] } ?? []
        return texts.flatMap { $0.split(separator: " ").map(String.init) }
    }

    /// Whether it is made of two others.
    var isJoin: Bool { kind == "join" }

    /// What was left out by rule, `3 suppressed`, of a join with what it is a part of, `8 of 11: 3 suppressed`; `nil`
    /// when nothing was.
    var omission: String? {
        guard !runtime.omitted.isEmpty else { return nil }
        let reasons = runtime.omitted.map { "\(grouped($0.count)) \($0.reason)" }.joined(separator: ", ")
        let all = runtime.omitted.reduce(runtime.records) { $0 + $1.count }
        return isJoin ? "\(grouped(runtime.records)) of \(grouped(all)): \(reasons)" : reasons
    }

    /// The host that it asks; `nil` for files and where none can be read.
    public var host: String? {
        guard let origin, let scheme = origin.firstRange(ofText: "://") else { return nil }
        let rest = origin[scheme.upperBound...].prefix { !"/?#".contains($0) }
        return rest.split(separator: "@").last.map(String.init)
    }
}
