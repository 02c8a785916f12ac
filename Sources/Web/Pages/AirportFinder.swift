import Records

/// Finds the airport that the name of a page stands for.
struct AirportFinder {
    private let stations: StationTable

    /// Makes a finder.
    init(_ stations: StationTable) { self.stations = stations }

    /// Returns the station with this identifier or national code, or the only one with this name; `nil` if
    /// there is none.
    func station(_ text: String) -> Station? {
        let code = text.uppercased()
        if let station = stations[code] { return station }
        if code.utf8.count == 3, let station = stations.station(code: code) { return station }
        let named = stations.named(text, limit: 50).filter { $0.reports && $0.isNamed(text) }
        return named.count == 1 ? named[0] : nil
    }
}
