import AlmanacClient
import AlmanacValues
import Records
import Showing

/// The warnings of a place or zone, and those that could not be compared with it.
struct PlaceWarnings {
    /// The warnings that apply.
    var found: [Warning] = []
    /// The warnings of which that is not known.
    var uncompared: [Warning] = []

    /// Returns why warnings could not be compared; `nil` if all were.
    ///
    /// - Parameters:
    ///   - what: What was to be compared: `place` or `zone`.
    ///   - sources: The sources of the daemon.
    /// - Returns: The remark.
    func remark(on what: String, _ sources: [Source]) -> String? {
        guard !uncompared.isEmpty else { return nil }
        let empty = emptyTables(sources)
        let count = uncompared.count == 1 ? "1 warning names" : "\(uncompared.count) warnings name"
        let list = "; almanac warnings lists all"
        guard empty.isEmpty else {
            let names = empty.joined(separator: " and ")
            return "\(what) not compared: \(names) \(empty.count == 1 ? "has" : "have") no data; "
                + "\(count) only zones" + list
        }
        return "\(what) not compared: \(count) zones whose areas are not known" + list
    }

    /// Returns the sources that could have the areas of the zones and have no records, in the order of
    /// `Zones=`.
    private func emptyTables(_ sources: [Source]) -> [String] {
        var names: [String] = []
        for warning in uncompared {
            guard let source = sources.first(where: { $0.name == warning.item.source }) else { continue }
            for word in source.words(in: "Alert", named: "Zones") {
                let (scheme, table) = PlaceWarnings.table(word)
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
