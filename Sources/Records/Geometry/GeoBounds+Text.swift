extension GeoBounds {
    /// Reads the degrees of the sides, `SOUTH,WEST,NORTH,EAST`, such as `47.2,5.8,55.2,15.1`; `nil` if the
    /// text is something else, or the southern side is north of the northern one.
    public init?(said text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 4, let south = parts[0], let west = parts[1], let north = parts[2],
            let east = parts[3], south <= north, Position(latitude: south, longitude: west) != nil,
            Position(latitude: north, longitude: east) != nil
        else { return nil }
        self.init(south: south, west: west, north: north, east: east)
    }
}
