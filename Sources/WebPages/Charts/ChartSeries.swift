import Records

/// The values of one quantity over time, for a `LineChart`.
struct ChartSeries: Sendable {
    /// A value at a moment.
    struct Point: Sendable {
        /// The moment.
        let time: UTC
        /// The value, in the unit of records.
        let value: Double
    }

    /// The name in lower case, such as `dew point`.
    let name: String
    /// The points in the order of time; a value that is not a usual number is left out.
    let points: [Point]
    /// Whether points are not connected, as for gusts, which may be absent in between.
    let isDotted: Bool
    /// The moments at which the value is unknown, across which points are not connected.
    var gaps: [UTC] = []

    /// Makes a series of points in any order.
    init(_ name: String, _ points: [Point], isDotted: Bool = false) {
        self.name = name
        self.isDotted = isDotted
        let usual = points.filter { $0.value.isFinite && abs($0.value) < 1e6 }
        self.points = usual.sorted { $0.time < $1.time }
    }

    /// Returns the runs of points between which no value is missing.
    func runs(longestGap: Duration) -> [[Point]] {
        var runs: [[Point]] = []
        for point in points {
            if let last = runs.last?.last, point.time - last.time <= longestGap,
                !gaps.contains(where: { last.time < $0 && $0 < point.time })
            {
                runs[runs.count - 1].append(point)
            } else {
                runs.append([point])
            }
        }
        return runs
    }
}
