import Records

/// The members of an hour, period or day of a forecast.
struct ForecastStep {
    private var members: [JSON.Member] = []
    private var wind: [JSON.Member] = []

    /// Sets a member; names such as `wind.speed` go into one object. The first value of a name counts.
    mutating func set(_ name: String, to value: JSON?) {
        guard let value, !value.isNull else { return }
        if name.hasPrefix("wind.") {
            let inner = String(name.dropFirst(5))
            if !wind.contains(where: { $0.name == inner }) { wind.append(.init(inner, value)) }
        } else if !members.contains(where: { $0.name == name }) {
            members.append(.init(name, value))
        }
    }

    /// Sets a member to a time.
    mutating func set(_ name: String, to moment: UTC?) {
        set(name, to: moment.map { JSON.string($0.description) })
    }

    /// Whether only the time has been set.
    var isBare: Bool { wind.isEmpty && members.allSatisfy { ["time", "until", "date"].contains($0.name) } }

    /// The members as an object.
    var value: JSON { .object(wind.isEmpty ? members : members + [.init("wind", .object(wind))]) }
}
