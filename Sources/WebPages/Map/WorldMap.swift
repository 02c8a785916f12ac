public import Records

/// The outlines of the world that the map of the web interface draws, as `etc/web/world.map` holds them.
///
/// Source: `etc/web/make-map`, which describes the format and writes it.
public struct WorldMap: Sendable {
    /// The meaning of lines.
    public enum Layer: Int, Sendable, CaseIterable {
        /// Rings of land.
        case land = 1
        /// Rings of lakes and inland seas.
        case lakes = 2
        /// Borders of countries.
        case borders = 3
        /// Borders of states and provinces.
        case states = 4
    }

    /// A town.
    public struct Town: Sendable {
        /// The name.
        public let name: String
        /// The position.
        public let position: Position
        /// Whether it is the capital of a country.
        public let isCapital: Bool
        /// The lowest zoom of a web map to show it at, 0 to 20; the greatest towns have the lowest.
        public let zoom: Double
    }

    /// The reason why bytes are no map.
    public enum Damage: Error, Equatable {
        /// They end within a value or before the end of the map.
        case endsEarly
        /// A value is not possible, such as a position beyond the pole.
        case impossible
    }

    /// The towns, the most important first.
    public private(set) var towns: [Town] = []
    private var layers: [Layer: [[Position]]] = [:]

    /// Reads a map.
    ///
    /// - Throws: `Damage` if the bytes are not a whole map; blocks of unknown kinds are ignored.
    public init(_ bytes: [UInt8]) throws(Damage) {
        guard let line = bytes.firstIndex(of: .newline) else { throw .endsEarly }
        var reader = WorldMapReader(bytes[(line + 1)...])
        while let kind = try reader.kind() {
            var block = try reader.block()
            switch kind {
            case WorldMap.townsKind: towns = try block.towns()
            case let kind:
                if let layer = Layer(rawValue: kind) { layers[layer] = try block.lines() }
            }
        }
    }

    /// Returns the lines of a layer, empty if the map has none; rings do not repeat their first point.
    public func lines(_ layer: Layer) -> [[Position]] { layers[layer] ?? [] }

    private static let townsKind = 5
}
