public import AlmanacValues
public import Records

extension Item {
    /// Returns the position: the daemon's, or else the fields of the source's `Location=`, or else members
    /// with the usual names.
    public func position(_ source: Source?) -> Position? {
        if let position { return position }
        let names = source?.words(in: "Record", named: "Location") ?? []
        let pairs =
            names.count == 2
            ? [(names[0], names[1])] : [("latitude", "longitude"), ("Latitude", "Longitude")]
        for (latitude, longitude) in pairs {
            if let north = degrees(latitude), let east = degrees(longitude) {
                return Position(latitude: north, longitude: east)
            }
        }
        return nil
    }

    private func degrees(_ name: String) -> Double? {
        let value = data.value(at: name)
        return value?.double ?? value?.string.flatMap(Double.init)
    }
}
