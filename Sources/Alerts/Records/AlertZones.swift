import Decoding
import Records

/// The areas of the zones that alerts name by codes, for those without a polygon.
///
/// Most alerts of the NWS and nearly all of MeteoAlarm state only the codes of their zones. An area may have
/// codes of several names, such as `EMMA_ID` and `NUTS3`, each of which describes it as a whole: those of the
/// preferred table that has all of them count.
struct AlertZones {
    /// The maximum number of corners of an alert; further zones have fewer corners than their tables state.
    private static let mostCorners = 10_000

    private let tables: ZoneTables
    private var known: [ZoneCode: ZoneArea] = [:]
    /// The codes without an area.
    private(set) var lacks = ZoneLacks()

    /// Creates the zones of a document.
    init(_ tables: ZoneTables) { self.tables = tables }

    /// Adds the areas of zones to those areas of an alert that have no shape of their own.
    mutating func complete(_ blocks: inout [AlertBlock]) {
        guard blocks.contains(where: { $0.areas.contains(where: \.isOnlyNamed) }) else { return }
        var placed: [ZoneCode: [GeoArea.Shape]] = [:]
        var rest = AlertZones.mostCorners
        for block in blocks.indices {
            for place in blocks[block].areas.indices where blocks[block].areas[place].isOnlyNamed {
                let found = resolve(blocks[block].areas[place].zoneCodes)
                lacks.add(found)
                blocks[block].areas[place].missing = found.lacking.map(\.text)
                blocks[block].areas[place].shapes = found.areas.flatMap { code, area in
                    if let shapes = placed[code] { return shapes }
                    let shapes = area.shapes(within: &rest)
                    placed[code] = shapes
                    return shapes
                }
            }
        }
    }

    /// Returns the areas of the codes of one name: of the first that has all of its areas, in the order of
    /// the tables, otherwise of the one with the most.
    private mutating func resolve(_ codes: [(name: String, texts: [String])]) -> ZoneResolution {
        var best: ZoneResolution?
        for (name, texts) in preferred(codes) {
            var found = ZoneResolution()
            for text in texts { found.add(ZoneCode(name: name, text: text), area(of: text, named: name)) }
            if found.lacking.isEmpty { return found }
            if found.areas.count > best?.areas.count ?? -1 { best = found }
        }
        if let best { return best }
        var found = ZoneResolution()
        for text in codes.first?.texts ?? [] {
            found.add(ZoneCode(name: codes[0].name, text: text), .unknown)
        }
        return found
    }

    /// Returns the codes that any table accepts, those of the preferred table first.
    private func preferred(_ codes: [(name: String, texts: [String])]) -> [(name: String, texts: [String])] {
        var left = codes
        return tables.tables.flatMap { table in
            let own = left.filter { table.accepts($0.name) }
            left.removeAll { table.accepts($0.name) }
            return own
        }
    }

    /// Returns the area of a code; ambiguous if a table has several, or two tables differ.
    private mutating func area(of text: String, named name: String) -> ZoneArea {
        let code = ZoneCode(name: name, text: text)
        if let area = known[code] { return area }
        var sum = ZoneArea.unknown
        for table in tables.tables where table.accepts(name) {
            let area = tables.find(text, table.source)
            if sum == .unknown { sum = area } else if area != .unknown, area != sum { sum = .ambiguous }
        }
        known[code] = sum
        return sum
    }

    /// The remarks on the codes without an area; empty if there are none.
    var notes: [String] {
        lacks.notes(
            empty: tables.tables.filter { table in
                lacks.names.contains(where: table.accepts) && tables.isEmpty(table.source)
            }.map(\.source))
    }
}

extension AlertArea {
    /// Whether it has codes of zones and no shape.
    fileprivate var isOnlyNamed: Bool { shapes.isEmpty && !codes.isEmpty }

    /// The codes by their name, each once.
    fileprivate var zoneCodes: [(name: String, texts: [String])] {
        var all: [(name: String, texts: [String])] = []
        for code in codes {
            let place = all.firstIndex { $0.name.hasBytes(of: code.name) } ?? all.count
            if place == all.count { all.append((code.name, [])) }
            if !all[place].texts.contains(code.text) { all[place].texts.append(code.text) }
        }
        return all
    }
}

extension GeoArea {
    /// Returns the shapes, with fewer corners if an alert may not have as many as they have.
    ///
    /// - Parameter rest: The number of corners that remain for the alert.
    /// - Returns: The shapes.
    fileprivate func shapes(within rest: inout Int) -> [GeoArea.Shape] {
        let area = cornerCount <= rest ? self : thinned(to: max(rest / 2, 64))
        rest = max(0, rest - area.cornerCount)
        return area.shapes
    }
}
