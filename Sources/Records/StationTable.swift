/// The stations of the world by identifier, parsed on demand from the text of a file.
///
/// Each line holds tab-separated fields, sorted by identifier: identifier, local code, name, degrees north,
/// degrees east, elevation in metres, country, region, and `M` and `T` for the known reports. Lines that
/// begin with `#` are comments.
public struct StationTable: Hashable, Sendable {
    private let lines: SortedLines

    /// Creates a table without stations.
    public init() { self.init([]) }

    /// Creates a table from its text; lines that cannot be parsed are ignored.
    ///
    /// - Complexity: One pass over the text; a line is parsed when it is needed.
    public init(_ text: [UInt8]) { lines = SortedLines(text) }

    /// The number of lines.
    public var count: Int { lines.count }

    /// The station with an identifier in capitals; `nil` if there is none.
    ///
    /// - Complexity: O(log n).
    public subscript(identifier: String) -> Station? { lines.index(of: identifier).flatMap(station) }

    /// Returns the station with a national code of three letters, such as `PWM`. Stations of the United
    /// States take precedence: their codes are the identifiers without the first letter.
    ///
    /// - Complexity: O(n) unless the code is part of a US identifier.
    public func station(code: String) -> Station? {
        if let station = self["K" + code] { return station }
        let wanted = Array(code.utf8)
        let index = lines.indices.first { lines.field(1, of: $0)?.elementsEqual(wanted) ?? false }
        return index.flatMap(station)
    }

    /// Finds stations by words of their titles or prefixes of these, ignoring case.
    ///
    /// - Parameters:
    ///   - text: The words; an empty text finds nothing.
    ///   - limit: The maximum number of stations.
    /// - Returns: The stations whose titles contain all words, sorted by identifier.
    /// - Complexity: O(n).
    public func named(_ text: String, limit: Int) -> [Station] {
        let wanted = Station.words(text)
        guard !wanted.isEmpty else { return [] }
        var found: [Station] = []
        for index in lines.indices where found.count < limit {
            guard let station = station(index) else { continue }
            let words = Station.words(station.title)
            let isMeant = wanted.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
            if isMeant { found.append(station) }
        }
        return found
    }

    /// Returns the stations within a box, sorted by identifier.
    ///
    /// - Complexity: O(n).
    public func stations(in bounds: GeoBounds) -> [Station] {
        lines.indices.lazy.compactMap(station).filter { bounds.contains($0.position) }
    }

    /// Returns the station with reports that is nearest to a position; `nil` if the table has none.
    ///
    /// - Complexity: O(n).
    public func nearest(to position: Position) -> Station? {
        var nearest: (station: Station, metres: Double)?
        for station in lines.indices.lazy.compactMap(station) where station.reports {
            let metres = station.position.distance(to: position)
            if metres < nearest?.metres ?? .infinity { nearest = (station, metres) }
        }
        return nearest?.station
    }

    /// Returns the identifiers of stations that a user probably meant by one that the table lacks.
    ///
    /// - Parameters:
    ///   - identifier: What was written, in capitals.
    ///   - limit: The maximum number of identifiers.
    /// - Returns: The identifiers; none if none is near.
    /// - Complexity: O(n).
    public func similar(to identifier: String, limit: Int) -> [String] {
        let all = lines.indices.lazy.map { String(decoding: lines.key(of: $0), as: UTF8.self) }
        return all.nearest(to: identifier, limit: limit)
    }

    private func station(_ index: Int) -> Station? {
        let fields = lines.fields(of: index)
        guard fields.count == 9, !fields[2].isEmpty, let latitude = Double(fields[3]),
            let longitude = Double(fields[4]),
            let position = Position(latitude: latitude, longitude: longitude)
        else { return nil }
        return Station(
            identifier: fields[0], name: fields[2], position: position, elevation: Double(fields[5]),
            country: fields[6].isEmpty ? nil : fields[6], region: fields[7].isEmpty ? nil : fields[7],
            reports: fields[8].contains("M"), isForecast: fields[8].contains("T"))
    }
}
