import Records

/// The latest weather report of one aerodrome, which shares its requests with other aerodromes.
nonisolated struct StationDataset: Dataset {
    private static let path = "/stations?ids="

    let kind = "metar"
    let sourceSettings = "Batch=200\n"
    let sections = ""
    let mediaType = "text/plain"
    let isExact = false
    let keepsMissing = true

    let station: String
    private var latest: Observation

    /// Invents a report of the hour before a moment.
    init(_ station: String, at time: UTC, _ chance: inout Chance) {
        self.station = station
        let moment = (time - .seconds(chance.below(3600))).startOfMinute
        latest = Observation(of: station, at: moment, correcting: false, &chance)
    }

    /// The path and query of the address of some stations, which are separated by commas.
    static func address(of stations: String) -> String { path + stations }

    /// The stations in the path and query of an address; none for another address.
    static func stations(in address: String) -> [String] {
        guard address.hasPrefix(path) else { return [] }
        let names = address.dropFirst(path.count).replacing("%2C", with: ",")
        return names.split(separator: ",").map(String.init)
    }

    mutating func change(at time: UTC, _ chance: inout Chance) {
        let moment = (time - .seconds(chance.below(600))).startOfMinute
        guard moment > latest.time else { return }
        latest = Observation(of: station, at: moment, correcting: false, &chance)
    }

    func document(_ style: inout Chance) -> [UInt8] { Array((latest.raw + "\n").utf8) }

    var expected: [String: JSON] { [station: .object(latest.members)] }
}
