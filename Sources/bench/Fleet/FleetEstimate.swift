/// An estimate of two levels, 1,000 leaves with 1,000 leaves each, from measured costs.
///
/// Each level is a machine of its own with the measured cost of a delivery and the measured delays of a leaf
/// that stores a change and sends it on; the network between them is not part of it.
struct FleetEstimate {
    private static let width = 1_000

    /// The processor time of a delivery, in microseconds.
    let cost: Double
    /// The size of a change on the wire, in bytes.
    let size: Int
    /// The delays from a commit to a subscriber of a leaf.
    let hop: Delays

    /// Prints the table.
    func tell() {
        print(
            "levels    leaves     upstream requests  hub ms a change  hub kB a change  ms to the last leaf")
        var leaves = 1
        var last = 0.0
        for level in 1...2 {
            leaves *= Self.width
            last += slowest(of: level == 1 ? Self.width : leaves)
            let columns = [
                "\(level)".right(6), "\(leaves)".right(10), "those of one machine".right(22),
                Measure.short(cost * Double(Self.width) / 1e3).right(17),
                "\(size * Self.width / 1_000)".right(17), Measure.short(last).right(21),
            ]
            print(columns.joined())
        }
    }

    /// The greatest delay that any of a number of leaves may have: the greatest that was measured.
    private func slowest(of leaves: Int) -> Double { hop.percentile(100) }
}
