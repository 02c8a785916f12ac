import Records

/// The hourly forecast for a position, in the form of Open-Meteo.
nonisolated struct ForecastDataset: Dataset {
    /// The weather of an hour; numbers are tenths of the unit of the document.
    private struct Hour {
        var temperature: Int
        /// `nil` if the service states none.
        var wind: Int?
        var direction: Int
        var pressure: Int?
    }

    private let latitude: Double
    private let longitude: Double
    /// Seconds east of UTC.
    private let offset: Int64
    /// Whether temperatures are in degrees Fahrenheit and speeds in miles per hour, rather than Celsius and
    /// kilometres per hour.
    private let isImperial: Bool
    private var start: UTC
    private var hours: [Hour] = []

    let kind = "forecast"
    let sourceSettings = ""
    let sections = ""
    let mediaType = "application/json; charset=utf-8"
    let isExact = true
    let keepsMissing = false

    /// Invents the forecast from a moment on.
    init(at time: UTC, _ chance: inout Chance) {
        latitude = Double(chance.below(1_600_000) - 800_000) / 10_000
        longitude = Double(chance.below(3_400_000) - 1_700_000) / 10_000
        offset = 1800 * Int64(chance.below(40) - 20)
        isImperial = chance.isTrue(0.3)
        start = ForecastDataset.hour(time)
        for _ in 0..<24 + chance.below(40) { hours.append(ForecastDataset.hour(&chance)) }
    }

    private static func hour(_ time: UTC) -> UTC { UTC(seconds: time.seconds / 3600 * 3600) }

    private static func hour(_ chance: inout Chance) -> Hour {
        Hour(
            temperature: chance.below(600) - 200, wind: chance.isTrue(0.9) ? chance.below(900) : nil,
            direction: chance.below(361), pressure: chance.isTrue(0.8) ? 9600 + chance.below(800) : nil)
    }

    /// Revises some hours; a new hour replaces the past ones.
    mutating func change(at time: UTC, _ chance: inout Chance) {
        let now = ForecastDataset.hour(time)
        while start < now {
            start = start + .seconds(3600)
            hours.removeFirst()
            hours.append(ForecastDataset.hour(&chance))
        }
        for _ in 0...chance.below(6) { hours[chance.below(hours.count)] = ForecastDataset.hour(&chance) }
    }

    private func time(_ index: Int) -> UTC { start + .seconds(3600 * Int64(index)) }

    /// The data of the only record, by its position.
    var expected: [String: JSON] {
        let key = "\(JSON.double(latitude).literal),\(JSON.double(longitude).literal)"
        return [
            key: [
                "provider": "open-meteo", "elevation": 165, "timeZone": "Etc/Example",
                "latitude": .double(latitude), "longitude": .double(longitude),
                "hourly": .array(hours.indices.map { step($0) }),
            ]
        ]
    }

    private func step(_ index: Int) -> JSON {
        let hour = hours[index]
        let stated = Double(hour.temperature) / 10
        let celsius = isImperial ? (stated - 32) / 1.8 : stated
        let speed = hour.wind.map { Double($0) / 10 * (isImperial ? 1.609344 : 1) / 1.852 }
        return .members([
            "time": .string(time(index).description), "temperature": .double(rounded(celsius)),
            "wind": .members(["direction": .int(hour.direction), "speed": speed.map { .double(rounded($0)) }]
            ),
            "pressure": hour.pressure.map { .double(Double($0) / 10) },
        ])
    }

    private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    /// Returns the document; times are local ones or seconds since 1970.
    func document(_ style: inout Chance) -> [UInt8] {
        let isLocal = style.isTrue(0.5)
        let times = hours.indices.map { index -> JSON in
            let local = (time(index) + .seconds(offset)).description
            return isLocal ? .string(String(local.prefix(16))) : .int(time(index).seconds)
        }
        var columns: [JSON.Member] = [
            .init("time", .array(times)), .init("temperature_2m", column { $0.temperature }),
            .init("wind_speed_10m", column { $0.wind }), .init("pressure_msl", column { $0.pressure }),
            .init("wind_direction_10m", .array(hours.map { .int($0.direction) })),
        ]
        if style.isTrue(0.2) { columns.append(.init("soil_moisture_0cm", column { $0.temperature })) }
        let value: JSON = [
            "latitude": .double(latitude), "longitude": .double(longitude), "elevation": "165.0".number,
            "generationtime_ms": .int(style.below(1000)), "utc_offset_seconds": .int(offset),
            "timezone": "Etc/Example", "hourly_units": units(isLocal: isLocal), "hourly": .object(columns),
        ]
        return Array(JSONStyle.text(value, &style).utf8)
    }

    private func units(isLocal: Bool) -> JSON {
        [
            "time": isLocal ? "iso8601" : "unixtime", "temperature_2m": isImperial ? "°F" : "°C",
            "wind_speed_10m": isImperial ? "mp/h" : "km/h", "pressure_msl": "hPa", "wind_direction_10m": "°",
        ]
    }

    private func column(_ tenths: (Hour) -> Int?) -> JSON {
        .array(hours.map { hour in tenths(hour).map { .double(Double($0) / 10) } ?? .null })
    }
}

nonisolated extension JSON {
    /// The notation of a number; empty for other values.
    fileprivate var literal: String { if case .number(let literal) = self { literal } else { "" } }
}

nonisolated extension String {
    /// The number with this notation.
    fileprivate var number: JSON { .number(self) }
}
