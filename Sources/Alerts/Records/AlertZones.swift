import Records

/// The areas of the zones that alerts name by codes, for those without a polygon.
///
/// Most alerts of the NWS and many of MeteoAlarm state only the codes of their zones.
struct AlertZones {
    /// The maximum number of corners of an alert; of further zones only the surrounding boxes count.
    private static let mostCorners = 10_000

    private let find: (String) -> GeoArea?
    private var known: [String: GeoArea?] = [:]

    /// Creates a table of zones.
    ///
    /// - Parameter find: Returns the area of a code, such as `MEZ024`; `nil` if it is not known.
    init(find: @escaping (String) -> GeoArea?) { self.find = find }

    /// Adds the areas of zones to those areas of an alert that have no shape of their own.
    mutating func complete(_ blocks: inout [AlertBlock]) {
        guard blocks.contains(where: { $0.areas.contains(where: \.isOnlyNamed) }) else { return }
        var used: Set<String> = []
        var corners = 0
        for block in blocks.indices {
            for place in blocks[block].areas.indices where blocks[block].areas[place].isOnlyNamed {
                let codes = blocks[block].areas[place].codes
                    .reduce(into: []) { $1.appendWords(to: &$0) }
                    .filter { used.insert($0).inserted }
                blocks[block].areas[place].shapes = shapes(of: codes, &corners)
            }
        }
    }

    private mutating func shapes(of codes: [String], _ corners: inout Int) -> [GeoArea.Shape] {
        codes.flatMap { code -> [GeoArea.Shape] in
            guard let area = area(of: code) else { return [] }
            let count = area.cornerCount
            guard corners + count > AlertZones.mostCorners else {
                corners += count
                return area.shapes
            }
            return area.bounds.map { [.polygon(GeoPolygon(around: $0))] } ?? []
        }
    }

    private mutating func area(of code: String) -> GeoArea? {
        if let area = known[code] { return area }
        let area = find(code)
        known[code] = .some(area)
        return area
    }
}

extension AlertArea {
    /// Whether it has codes of zones and no shape.
    fileprivate var isOnlyNamed: Bool { shapes.isEmpty && !codes.isEmpty }
}
