public import AlmanacValues
import Records

nonisolated extension Request where Answer == [Source] {
    /// The sources that a selector matches, with their states.
    public static func sources(_ selector: Selector = Selector()) -> Request {
        Request(
            "ListSources", parameters: .members(["selector": selector.json]),
            parse: elements(of: "sources") { Source($0) })
    }
}

nonisolated extension Request where Answer == SourceDescription {
    /// A source and the schema of its records.
    public static func description(of source: String) -> Request {
        Request("DescribeSource", parameters: ["name": .string(source)]) { SourceDescription($0) }
    }
}

nonisolated extension Request where Answer == Status {
    /// The state of the daemon.
    public static func status() -> Request { Request("GetStatus") { Status($0) } }
}

nonisolated extension Request where Answer == RefreshReport {
    /// Fetches sources now; with `waits`, the answer arrives after the attempts.
    public static func refresh(_ selector: Selector = Selector(), waits: Bool = true) -> Request {
        Request("Refresh", parameters: .members(["selector": selector.json, "wait": .bool(waits)])) {
            RefreshReport($0)
        }
    }
}

nonisolated extension Request where Answer == [ReportedReject] {
    /// The rows and fields of the last document that could not be read.
    public static func rejects(of source: String, limit: Int? = nil) -> Request {
        Request(
            "GetRejects", parameters: .members(["source": .string(source), "limit": limit.map { .int($0) }]),
            parse: elements(of: "rejects") { ReportedReject($0) })
    }
}

nonisolated extension Request where Answer == String? {
    /// Adds a source as `add` does; the answer is the kind that the daemon guessed, or `nil` if the source
    /// states its kind.
    public static func addGuessing(_ source: SourceContext, persists: Bool) -> Request {
        Request("AddSource", parameters: ["context": source.json, "persist": .bool(persists)]) {
            // An answer without a guess is an answer, too: without `some`, it would count as malformed.
            .some($0["guessed"]?.string)
        }
    }
}

nonisolated extension Request where Answer == Discovery {
    /// The kind of the document at the address of a source, or the feeds of the web page there.
    public static func discover(_ source: SourceContext) -> Request {
        Request("Discover", parameters: ["context": source.json]) { Discovery($0) }
    }
}

nonisolated extension Request where Answer == [String?] {
    /// Adds the sources of a list permanently, or checks them only if `isTrial`; the answer has, for each of
    /// them, the reason why it was not added, or `nil`.
    public static func add(_ sources: [SourceContext], isTrial: Bool = false) -> Request {
        Request(
            "AddSources",
            parameters: ["contexts": .array(sources.map(\.json)), "dryRun": .bool(isTrial)],
            parse: elements(of: "results") { .some($0["message"]?.string) })
    }
}

nonisolated extension Request where Answer == Void {
    /// Adds a source, which lasts until it is removed or, unless it `persists`, until the daemon stops.
    public static func add(_ source: SourceContext, persists: Bool) -> Request {
        Request("AddSource", parameters: ["context": source.json, "persist": .bool(persists)]) { _ in () }
    }

    /// Removes a source and its data.
    public static func remove(_ source: String) -> Request {
        Request("RemoveSource", parameters: ["name": .string(source)]) { _ in () }
    }

    /// Reads the configuration and the definitions again.
    public static func reload() -> Request { Request("Reload") { _ in () } }
}
