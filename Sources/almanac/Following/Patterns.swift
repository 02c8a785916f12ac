import Records
import Showing

/// What `watch` was asked to follow: patterns of sources and of their keys.
struct Patterns {
    private let patterns: [(source: Glob, key: Glob?)]
    /// The sources that are meant by their names alone.
    let names: [String]
    /// As the daemon is asked: no less than what matches.
    let selection: Selection

    /// - Parameters:
    ///   - invocation: What was asked.
    ///   - circle: Around where the records are; `nil` for anywhere.
    init(_ invocation: Invocation, circle: JSON? = nil) {
        let pairs = invocation.operands.map(Patterns.airport).map(RecordKey.split)
        patterns = pairs.map { (Glob($0.source), $0.key.map { Glob($0) }) }
        names = pairs.map(\.source).filter { name in !name.contains { "*?[".contains($0) } }
        selection = Selection(
            sources: pairs.map(\.source),
            keys: pairs.contains { $0.key == nil } ? [] : pairs.compactMap(\.key),
            fields: invocation.all("field").map { $0.hasPrefix("/") ? $0 : "/" + $0 },
            conditions: invocation.all("where"), circle: circle)
    }

    /// An identifier in capitals, which no source's name has, means all sources of that airport.
    private static func airport(_ text: String) -> String {
        Airports.identifier(text) == text ? "*@\(text)" : text
    }

    /// Whether an event is meant; of several patterns the daemon mixes sources and keys.
    func match(_ event: Event) -> Bool {
        guard let source = event.source, !patterns.isEmpty else { return true }
        return patterns.contains { pattern in
            guard pattern.source.matches(source) else { return false }
            guard let key = event.item?.key, let wanted = pattern.key else { return true }
            return wanted.matches(key)
        }
    }
}
