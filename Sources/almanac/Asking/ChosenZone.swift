import AlmanacClient
import AlmanacValues
import Records
import Showing

/// The zone that a user chose by its code or name.
struct ChosenZone {
    /// The text of the user.
    let text: String
    /// The codes in capitals; several if tables with different codes have the same name for it.
    private let codes: Set<String>
    /// The name of the table of the codes, as the user wrote it; `nil` if any may be meant.
    private let scheme: String?
    /// The names of the tables that have the zone, in capitals; empty if they are not known.
    private let schemes: Set<String>
    /// The area; empty if no table has it.
    private let area: GeoArea
    /// Whether a table has the zone.
    let isKnown: Bool

    /// Finds a zone in the sources with the tag `zones`.
    ///
    /// - Throws: A complaint if several zones have this code or name, or the daemon cannot be asked.
    init(_ text: String, _ daemon: Daemon) throws(CommandError) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        let tables = ZoneSchemes(try daemon.ask(.sources(Selector())))
        self.text = text
        scheme = parts.count == 2 ? parts[0].uppercased() : nil
        let found = try ChosenZone.records(parts.last ?? "", of: scheme, tables, daemon)
        isKnown = !found.isEmpty
        codes = Set((found.isEmpty ? [parts.last ?? ""] : found.map(\.key)).map { $0.uppercased() })
        schemes = scheme.map { [$0] } ?? Set(found.flatMap { tables.schemes(of: $0.source) })
        area = GeoArea(found.flatMap { $0.data["geometry"].flatMap { GeoArea($0) }?.shapes ?? [] })
    }

    /// A position in it; `nil` if no table has its area.
    var position: Position? { area.interior }

    /// Whether a warning applies in the zone; `nil` if that cannot be known.
    func applies(_ warning: Warning) -> Bool? {
        if warning.names(codes: codes, scheme: scheme) || warning.names(area: text) { return true }
        if let other = warning.geometry, area.meets(other, isFreeForm: warning.schemes.isEmpty) {
            return true
        }
        let others = warning.schemes.map { $0.uppercased() }
        let isNamed = schemes.isEmpty ? !others.isEmpty : others.contains(where: schemes.contains)
        return isNamed || !area.shapes.isEmpty && !warning.hasUnknownArea ? false : nil
    }

    /// Returns the records of a zone: of a code, or else of a name that is unique in each table.
    private static func records(
        _ text: String, of scheme: String?, _ tables: ZoneSchemes, _ daemon: Daemon
    ) throws(CommandError) -> [Item] {
        let keys = Set([text, text.uppercased()]).map(Selector.literal)
        let coded = try daemon.items(Selector(tags: ["zones"], keys: keys), limit: 10)
            .filter { tables.has($0.source, scheme) }
        if coded.count == 1 { return coded }
        guard coded.isEmpty else { throw several(text, coded, tables) }
        let named = try daemon.ask(.search(text, in: Selector(tags: ["zones"]), limit: 20))
            .filter { $0.title?.lowercased() == text.lowercased() && tables.has($0.source, scheme) }
        // Tables of one country may have a zone each; two in one table, or of two countries, are different
        // ones.
        guard Set(named.map(\.source)).count == named.count, Set(named.map { $0.key.prefix(2) }).count <= 1
        else { throw several(text, named, tables) }
        return named
    }

    private static func several(_ text: String, _ items: [Item], _ tables: ZoneSchemes) -> CommandError {
        let codes = items.map { item in
            let scheme = tables.schemes(of: item.source).first.map { $0 + ":" } ?? ""
            return "--zone \(scheme)\(item.key)  \(item.name) (\(item.source))"
        }
        return CommandError(.usage, "\"\(text)\" may be one of \(items.count) zones", hints: codes)
    }
}

/// The names that the sources of alerts give to the codes of the sources with areas: the words of `Zones=`.
private struct ZoneSchemes {
    private var names: [String: [String]] = [:]

    init(_ sources: [Source]) {
        for word in sources.flatMap({ $0.words(in: "Alert", named: "Zones") }) {
            guard SourceName(word) == nil, let colon = word.firstIndex(of: ":") else { continue }
            let scheme = word[..<colon].uppercased()
            let source = String(word[word.index(after: colon)...])
            if !names[source, default: []].contains(scheme) { names[source, default: []].append(scheme) }
        }
    }

    /// Returns the names of the codes of a source, in capitals; empty if they are not known.
    func schemes(of source: String) -> [String] { names[source] ?? [] }

    /// Whether a source may have codes of a name in capitals; `nil` stands for any.
    func has(_ source: String, _ scheme: String?) -> Bool {
        guard let scheme, let names = names[source] else { return true }
        return names.contains(scheme)
    }
}

extension GeoArea {
    /// Whether both have a part in common. Neighbours share corners, so that only those of a free-form area
    /// count.
    fileprivate func meets(_ other: GeoArea, isFreeForm: Bool) -> Bool {
        if interior.map(other.contains) ?? false || other.interior.map(contains) ?? false { return true }
        return isFreeForm
            && (corners.contains(where: other.contains) || other.corners.contains(where: contains))
    }

    private var corners: [Position] {
        shapes.flatMap { shape in
            switch shape {
            case .polygon(let polygon): polygon.corners.first ?? []
            case .circle(let centre, _): [centre]
            }
        }
    }
}
