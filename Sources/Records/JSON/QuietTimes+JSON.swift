extension QuietTimes {
    /// The quiet times as JSON: `hours` (0...23) and `days` (0 is Sunday).
    public var json: JSON {
        .object([
            .init("hours", .array((0..<24).filter { hours & 1 << $0 != 0 }.map { JSON.int($0) })),
            .init("days", .array((0..<7).filter { days & 1 << $0 != 0 }.map { JSON.int($0) })),
        ])
    }

    /// Creates quiet times from the form that `json` writes; invalid hours and days are ignored.
    public init(_ json: JSON) {
        self.init()
        for hour in json["hours"]?.array ?? [] { add(hour: hour.int ?? -1) }
        for day in json["days"]?.array ?? [] { add(weekday: day.int ?? -1) }
    }
}
