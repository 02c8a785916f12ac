import Records

/// The hours of a day in JSON of wttr.in: one of three, at 0, 3, … 21 o'clock.
struct WttrHours {
    let day: WttrDay
    let zone: Zone
    let position: Position?

    /// The hours that the forecast has, in order.
    var json: JSON {
        let slots = Dictionary(grouping: day.hours) { zone.fields($0.time).hour / 3 }
        return .array(slots.keys.sorted().map { hour($0 * 3, slots[$0] ?? []) })
    }

    private func hour(_ hour: Int, _ steps: [(time: UTC, data: JSON)]) -> JSON {
        var conditions = WttrConditions(step: steps[0].data)
        conditions.precipitation = precipitation(steps)
        conditions.chanceOfRain = steps.compactMap { $0.data["precipitationProbability"]?.double }.max()
        let isDay = conditions.isDay(at: steps[0].time, position: position)
        let members = WttrMembers(conditions: conditions, isDay: isDay)
        let gust = members.speeds("WindGust", conditions.wind?.gust)
        let rest: [JSON.Member] = [
            .text("time", String(hour * 100)), .text("diffRad", nil), .text("shortRad", nil),
        ]
        return .object(members.common + temperatures(members) + gust + chances(conditions) + rest)
    }

    /// Returns the temperatures; the heat index and the wind chill are those between which it feels like.
    private func temperatures(_ members: WttrMembers) -> [JSON.Member] {
        let air = members.conditions.temperature
        let felt = members.conditions.feelsLike
        let both = [air, felt].compactMap(\.self)
        let named = [
            ("temp", air), ("DewPoint", members.conditions.dewPoint), ("HeatIndex", both.max()),
            ("WindChill", both.min()),
        ]
        return named.flatMap { members.temperatures($0, $1) }
    }

    /// Returns the sum of the precipitation in the three hours; of longer steps, their share of it counts.
    private func precipitation(_ steps: [(time: UTC, data: JSON)]) -> Double? {
        let amounts = steps.compactMap { step in
            step.data["precipitation"]?.double.map { amount in
                let length = WttrForecast.end(of: step.data, from: step.time) - step.time
                return length > .seconds(3 * 3600) ? amount * (.seconds(3 * 3600) / length) : amount
            }
        }
        return amounts.isEmpty ? nil : amounts.reduce(0, +)
    }

    /// Returns chances in per cent: that of precipitation is known for rain and snow, others are 0.
    private func chances(_ conditions: WttrConditions) -> [JSON.Member] {
        let chance = conditions.chanceOfRain.map(nearest) ?? 0
        let isSnow = [.lightSnow, .heavySnow].contains(conditions.symbol) || conditions.isSnowShower
        let known = [
            "rain": isSnow ? 0 : chance, "snow": isSnow ? chance : 0,
            "remdry": conditions.chanceOfRain == nil ? 0 : 100 - chance,
        ]
        let names = [
            "fog", "frost", "hightemp", "overcast", "rain", "remdry", "snow", "sunshine", "thunder", "windy",
        ]
        return names.map { .text("chanceof" + $0, String(known[$0] ?? 0)) }
    }
}

extension WttrConditions {
    fileprivate var isSnowShower: Bool { [.lightSnowShowers, .heavySnowShowers].contains(symbol) }
}
