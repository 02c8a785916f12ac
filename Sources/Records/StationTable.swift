/// The stations of the world by their identifiers, read from text where it stands.
///
/// One a line, sorted by identifier, parted by tabs: identifier, another code, name, degrees north, degrees east,
/// metres, country, region, `M` and `T` for what it is known to report. Lines that begin with `#` are remarks.
public struct StationTable: Hashable, Sendable {
    private let text: [UInt8]
    private let starts: [Int]

    /// The table without a station.
    public init() { self.init([]) }

    /// Makes a table of its text; a line that cannot be read is as if it were not there.
    ///
    /// - Complexity: One pass over the text; lines are read when they are asked for.
    public init(_ text: [UInt8]) {
        var starts: [Int] = []
        var isStart = true
        for index in text.indices {
            if isStart, text[index] != 0x23, text[index] != 0x0A { starts.append(index) }
            isStart = text[index] == 0x0A
        }
        (self.text, self.starts) = (text, starts)
    }

    /// How many lines it has.
    public var count: Int { starts.count }

    /// The station with an identifier, in capitals; `nil` when there is none.
    ///
    /// - Complexity: O(log n).
    public subscript(identifier: String) -> Station? {
        let wanted = Array(identifier.utf8)
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if field(at: starts[middle]).lexicographicallyPrecedes(wanted) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < starts.count, field(at: starts[low]).elementsEqual(wanted) else { return nil }
        return station(low)
    }

    /// The station that a country's own code of three letters means, such as `PWM`: that of the United States
    /// first, whose codes are the identifiers without their first letter.
    ///
    /// - Complexity: O(n) for a code that is not part of an identifier.
    public func station(code: String) -> Station? {
        if let station = self["K" + code] { return station }
        let wanted = Array(code.utf8)
        let index = starts.firstIndex { start in
            let rest = field(at: start).endIndex + 1
            return rest < text.count && field(at: rest).elementsEqual(wanted)
        }
        return index.flatMap(station)
    }

    /// Finds stations by words of their names or the beginnings of such, whatever the case.
    ///
    /// - Parameters:
    ///   - text: Words; without any nothing is found.
    ///   - limit: The most stations.
    /// - Returns: Those whose title has all of them, sorted by identifier.
    /// - Complexity: O(n).
    public func named(_ text: String, limit: Int) -> [Station] {
        let wanted = Station.words(text)
        guard !wanted.isEmpty else { return [] }
        var found: [Station] = []
        for index in starts.indices where found.count < limit {
            guard let station = station(index) else { continue }
            let words = Station.words(station.title)
            let isMeant = wanted.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
            if isMeant { found.append(station) }
        }
        return found
    }

    /// The bytes of the field that begins there.
    private func field(at start: Int) -> ArraySlice<UInt8> {
        text[start...].prefix { $0 != 0x09 && $0 != 0x0A }
    }

    private func station(_ index: Int) -> Station? {
        let line = text[starts[index]...].prefix { $0 != 0x0A }
        let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
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
