import Records

/// A reader of the numbers, lines and towns of `WorldMap`.
///
/// Every count is compared with the bytes that are left, so that a damaged map cannot ask for much memory.
struct WorldMapReader {
    private var rest: ArraySlice<UInt8>
    private var east = 0
    private var north = 0

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Reads the kind of the next block; `nil` at the end of the map.
    mutating func kind() throws(WorldMap.Damage) -> Int? {
        let kind = try number()
        if kind > 0 { return kind }
        _ = try block()
        return nil
    }

    /// Reads the length of a block and returns a reader of its content.
    mutating func block() throws(WorldMap.Damage) -> WorldMapReader {
        let length = try number()
        return WorldMapReader(try read(length))
    }

    /// Reads the lines of a block.
    mutating func lines() throws(WorldMap.Damage) -> [[Position]] {
        let units = try self.units()
        var lines: [[Position]] = []
        for _ in 0..<(try count()) {
            var line: [Position] = []
            for _ in 0..<(try count()) { line.append(try position(units)) }
            lines.append(line)
        }
        return lines
    }

    /// Reads the towns of a block.
    mutating func towns() throws(WorldMap.Damage) -> [WorldMap.Town] {
        let units = try self.units()
        var places: [(rank: Int, position: Position)] = []
        for _ in 0..<(try count()) { places.append((try number(), try position(units))) }
        var towns: [WorldMap.Town] = []
        for (rank, position) in places {
            let name = String(decoding: try read(try number()), as: UTF8.self)
            towns.append(
                WorldMap.Town(
                    name: name, position: position, isCapital: rank % 2 == 1, zoom: Double(rank / 2) / 2))
        }
        return towns
    }

    private mutating func units() throws(WorldMap.Damage) -> Double {
        let units = try number()
        guard units > 0 else { throw .impossible }
        return Double(units)
    }

    /// Reads a number of things that have at least a byte each.
    private mutating func count() throws(WorldMap.Damage) -> Int {
        let count = try number()
        guard count <= rest.count else { throw .endsEarly }
        return count
    }

    private mutating func position(_ units: Double) throws(WorldMap.Damage) -> Position {
        east += try signed()
        north += try signed()
        guard let position = Position(latitude: Double(north) / units, longitude: Double(east) / units) else {
            throw .impossible
        }
        return position
    }

    private mutating func signed() throws(WorldMap.Damage) -> Int {
        let value = try number()
        return value & 1 == 0 ? value >> 1 : -(value >> 1) - 1
    }

    /// Reads a number of at most 35 bits, so that sums of two cannot overflow.
    private mutating func number() throws(WorldMap.Damage) -> Int {
        var value = 0
        for shift in stride(from: 0, to: 35, by: 7) {
            guard let byte = rest.popFirst() else { throw .endsEarly }
            value |= Int(byte & 127) << shift
            if byte < 128 { return value }
        }
        throw .impossible
    }

    private mutating func read(_ count: Int) throws(WorldMap.Damage) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .endsEarly }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
