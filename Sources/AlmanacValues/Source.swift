public import Records

/// A source: io.almanac's `Source`, with its definition and its state.
public struct Source: Sendable {
    /// The name of the source.
    public let name: String
    /// The format of its documents, such as `metar`; `nil` if unknown.
    public let kind: String?
    /// The origin: an address or a path; `nil` if it has neither.
    public let origin: String?
    /// The title; `nil` if there is none or it is the same as the name.
    public let title: String?
    /// Its tags.
    public let tags: [String]
    /// The interval between requests.
    public let interval: Duration?
    /// The name of its credential, never the secret.
    public let credential: String?
    /// All settings of its definition: section, key, a string or strings.
    public let options: JSON?
    /// The source of `Kind=almanac` through which another almanac delivers its records; `nil` if it is
    /// fetched here.
    public let link: String?
    /// The state of the source.
    public let runtime: Runtime
    /// The source as received from the daemon.
    public let json: JSON

    /// Parses a source; returns `nil` if the JSON has another shape.
    public init?(_ json: JSON) {
        guard let context = json["context"], let name = context["name"]?.string,
            let runtime = json["runtime"].flatMap(Runtime.init)
        else { return nil }
        self.name = name
        self.runtime = runtime
        self.json = json
        kind = context["kind"]?.string
        origin = context["url"]?.string ?? context["path"]?.string
        let title = context["title"]?.string ?? context["options"]?["Source"]?["Description"]?.string
        self.title = title == name ? nil : title
        tags = (context["tags"]?.array ?? []).compactMap(\.string)
        interval = context["intervalUSec"]?.int.map { .microseconds($0) }
        credential = context["credential"]?.string
        options = context["options"]
        link = context["link"]?.string
    }

    /// Takes over an event about the source; returns `nil` if the event has no state, or no definition, which
    /// earlier daemons do not send and `before` does not have either.
    public init?(_ event: Event, before: Source?) {
        guard event.runtime != nil, let context = event.context ?? before?.json["context"] else { return nil }
        self.init(.members(["context": context, "runtime": event.json["runtime"]]))
    }

    /// Returns the words of a setting such as `Columns=` in `[Record]`; empty if it is not set.
    public func words(in section: String, named key: String) -> [String] {
        let value = options?[section]?[key]
        let texts = value?.array?.compactMap(\.string) ?? value?.string.map { [$0] } ?? []
        return texts.flatMap { $0.split { $0 == " " || $0 == "\t" }.map(String.init) }
    }

    /// Whether it is of a kind that has records: a place service and a link to another almanac have none.
    public var hasRecords: Bool { kind != "places" && !isLink }

    /// Whether it is a link to another almanac.
    public var isLink: Bool { kind == "almanac" }

    /// Whether its definition cannot be used; its data, if it has any, are by an earlier one.
    package var isMisdefined: Bool { runtime.failure?.reason == FailureReason.configuration.rawValue }

    /// The host of its address; `nil` for files and if the address has none.
    public var host: String? {
        guard let origin, let scheme = origin.firstRange(ofText: "://") else { return nil }
        let rest = origin[scheme.upperBound...].prefix { !"/?#".contains($0) }
        return rest.split(separator: "@").last.map(String.init)
    }
}
