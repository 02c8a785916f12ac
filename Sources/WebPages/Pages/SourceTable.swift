public import AlmanacValues
public import Showing

/// All sources with their states, and what the daemon itself cannot do.
public struct SourceTable {
    private let sources: [Source]
    private let failures: [DaemonFailure]
    private let preferences: Preferences

    /// Makes the page.
    public init(_ sources: [Source], failures: [DaemonFailure] = [], preferences: Preferences) {
        self.sources = sources
        self.failures = failures
        self.preferences = preferences
    }

    /// Returns the content of the page.
    public func html(on paper: Paper) -> HTML {
        HTML {
            $0.add("h1", text: "Sources")
            for failure in failures { $0.add("p", ["class": "note"], line: failure.line(on: paper)) }
            guard !sources.isEmpty else {
                return $0.add("p", text: "There are no sources yet. Add one: almanac add KPWM")
            }
            $0.add("p", ["id": "states"], line: SourceCounts(sources).line)
            $0.add(
                SourceList(sources).table(on: paper),
                .init(
                    label: "Sources", id: "sources",
                    link: { preferences.link("/sources/" + percentEncoded(sources[$0].name)) },
                    key: { sources[$0].name }))
        }
    }
}
