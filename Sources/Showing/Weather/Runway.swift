import Records

/// A runway of an airport.
public struct Runway: Hashable, Sendable {
    /// One of the two directions in which a runway is used.
    package struct End: Hashable, Sendable {
        /// The designator, such as `11` or `27L`.
        package let name: String
        /// The direction of aircraft that use it, in true degrees, 0..<360.
        package let heading: Double
    }

    /// The designators of both ends, such as `11/29`; a runway for one direction has only one.
    public let name: String
    /// The direction of the first end, in true degrees, 0..<360; `nil` if it is not known.
    public let heading: Double?
    /// The length, in feet; `nil` if it is not known.
    public let length: Double?

    /// Makes a runway; `nil` if the direction, in true degrees, is not a number from -360 to 360.
    public init?(name: String, heading: Double?, length: Double? = nil) {
        if let heading, !(abs(heading) <= 360) { return nil }
        self.name = name
        self.heading = heading.map { ($0 + 360).truncatingRemainder(dividingBy: 360) }
        self.length = length
    }

    /// The ends: the first, and the opposite one if it has a name; none if the direction is not known.
    package var ends: [End] {
        guard let heading else { return [] }
        let names = name.split(separator: "/").prefix(2).map(String.init)
        return zip(names, [heading, (heading + 180).truncatingRemainder(dividingBy: 360)]).map(End.init)
    }
}

/// The runways of the airports of the world, parsed on demand from the text of `runways.tsv`.
///
/// Each line holds tab-separated fields, sorted by identifier: identifier, then for each runway its
/// designators, the direction of the first in true degrees and the length in feet, separated by spaces; both
/// numbers may be empty.
public struct RunwayTable: Hashable, Sendable {
    private let lines: SortedLines

    /// Creates a table from its text; runways that cannot be parsed are ignored.
    public init(_ text: [UInt8] = []) { lines = SortedLines(text) }

    /// The runways of an airport, given by its identifier in capitals; empty if none is known.
    ///
    /// - Complexity: O(log n).
    public subscript(identifier: String) -> [Runway] {
        guard let index = lines.index(of: identifier) else { return [] }
        return lines.fields(of: index).dropFirst().compactMap(RunwayTable.runway)
    }

    private static func runway(_ field: String) -> Runway? {
        let parts = field.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, !parts[0].isEmpty else { return nil }
        return Runway(name: parts[0], heading: Double(parts[1]), length: Double(parts[2]))
    }
}
