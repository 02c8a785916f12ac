import AlmanacValues
import Records
import Showing

/// The warnings of all sources, without the texts and shapes that are not published, and where they apply.
struct WarningTable {
    private struct Entry {
        let warning: Warning
        /// Whether it applies at each of the places; `nil` if that is not known.
        let applies: [Bool?]
    }

    /// The members that are kept.
    private static let kept: Set<String> = [
        "area", "effective", "ends", "event", "expires", "headline", "identifier", "level", "onset", "phase",
        "sender", "severity", "significance", "urgency", "zones",
    ]

    private let places: [WarningPlace]
    private var entries: [String: Entry] = [:]

    /// Makes an empty table for places.
    init(_ places: [WarningPlace]) { self.places = places }

    /// Adds or replaces a record.
    mutating func put(_ item: Item) {
        guard let whole = Warning(item) else { return remove(item) }
        let data = (item.data.object ?? []).filter { WarningTable.kept.contains($0.name) }
        let small = Item(
            source: item.source, key: item.key, title: item.title, at: item.at, data: .object(data))
        guard let warning = Warning(small) else { return }
        entries["\(item.source)/\(item.key)"] = Entry(
            warning: warning, applies: places.map { $0.applies(whole) })
    }

    /// Removes a record.
    mutating func remove(_ item: Item) { entries["\(item.source)/\(item.key)"] = nil }

    /// Removes all records.
    mutating func removeAll() { entries = [:] }

    /// The warnings of a source.
    func warnings(of source: String) -> [Warning] {
        entries.values.map(\.warning).filter { $0.item.source == source }
    }

    /// Returns the warnings of a place, and those that may be of it and that no other source has with all
    /// their areas.
    func warnings(at place: Int, from sources: Set<String>, now: UTC) -> (
        warnings: [Warning], uncompared: [Warning]
    ) {
        let own = entries.values.filter { sources.contains($0.warning.item.source) }
        let vague = own.filter { $0.applies[place] == nil }.map(\.warning)
        let compared = Set(own.filter { $0.applies[place] != nil }.compactMap(\.warning.identity))
        let open = Warning.current(vague, at: now).filter { warning in
            warning.identity.map { !compared.contains($0) } ?? true
        }
        return (own.filter { $0.applies[place] == true }.map(\.warning), open)
    }

    /// Returns the next moment after `now` at which a warning begins or ends; `nil` if none does.
    func next(after now: UTC) -> UTC? {
        entries.values.flatMap { [$0.warning.begins, $0.warning.ends].compactMap(\.self) }
            .filter { $0 > now }.min()
    }
}

extension WarningPlace {
    /// Whether a warning applies here; `nil` if that is not known.
    fileprivate func applies(_ warning: Warning) -> Bool? {
        switch place {
        case .position(let position):
            if warning.geometry?.contains(position) ?? false { return true }
            return warning.hasUnknownArea ? nil : false
        case .zone(let zone):
            if warning.names(codes: [zone.uppercased()]) || warning.names(area: zone) { return true }
            return warning.schemes.isEmpty ? nil : false
        }
    }
}
