import AlmanacValues
import Records

/// The warnings of which it is not known whether they apply, with the reasons.
struct UncomparedWarnings {
    /// The most events that are named.
    private static let mostNamed = 3

    private let warnings: [Warning]
    private let sources: [Source]

    /// Makes a list of warnings, with all sources, among them those with the areas of zones.
    init(_ warnings: [Warning], sources: [Source]) {
        self.warnings = warnings
        self.sources = sources
    }

    /// Returns one reason for each source of them, with the events and the sources that lack areas.
    func gaps(in scope: WarningAnswer.Scope) -> [Gap] {
        var names: [String] = []
        for warning in warnings where !names.contains(warning.item.source) {
            names.append(warning.item.source)
        }
        return names.map { name in
            let own = warnings.filter { $0.item.source == name }
            return Gap(source: name, .remark(reason(own, in: scope)))
        }
    }

    private func reason(_ own: [Warning], in scope: WarningAnswer.Scope) -> String {
        let empty = emptyTables(own)
        let count = counted(own.count, "warning") + (own.count == 1 ? " names" : " name")
        let tables = empty.joined(separator: " and ") + (empty.count == 1 ? " has" : " have") + " no data; "
        let what = empty.isEmpty ? "\(count) zones whose areas are not known" : "\(tables)\(count) only zones"
        return "\(scope.failing): \(what): \(events(own))"
    }

    private func events(_ own: [Warning]) -> String {
        let named = own.prefix(UncomparedWarnings.mostNamed).map { String($0.event.prefix(80)) }
        let more = own.count - named.count
        return named.joined(separator: ", ") + (more > 0 ? " and \(grouped(more)) more" : "")
    }

    /// Returns the sources that could have the areas of the zones and have no records, in the order of
    /// `Zones=`.
    private func emptyTables(_ own: [Warning]) -> [String] {
        var names: [String] = []
        for warning in own {
            guard let source = sources.first(where: { $0.name == warning.item.source }) else { continue }
            for word in source.words(in: "Alert", named: "Zones") {
                let (scheme, table) = UncomparedWarnings.table(word)
                let records = sources.first { $0.name == table }?.runtime.records ?? 0
                let isMeant = scheme.map { warning.schemes.contains($0) } ?? true
                if isMeant, records == 0, !names.contains(table) { names.append(table) }
            }
        }
        return names
    }

    /// Returns the parts of a word of `Zones=`: `SOURCE` or `SCHEME:SOURCE`.
    private static func table(_ word: String) -> (scheme: String?, source: String) {
        guard SourceName(word) == nil, let colon = word.firstIndex(of: ":") else { return (nil, word) }
        return (String(word[..<colon]), String(word[word.index(after: colon)...]))
    }
}
