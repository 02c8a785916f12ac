import Records

extension ForecastReader {
    /// Reads periods: hours as steps, days and nights as periods with a description in words.
    mutating func readUnitedStates(_ value: JSON, properties: JSON) -> Forecast? {
        guard let position = ForecastReader.position(value["geometry"]),
            let periods = properties["periods"]?.array
        else { return nil }
        var forecast = Forecast(from: "nws", at: position)
        forecast.elevation = properties["elevation"]?["value"]?.double
        let updated = properties["updateTime"] ?? properties["updated"]
        forecast.updated = updated?.string.flatMap { UTC(iso8601: $0) }
        for (index, period) in periods.enumerated() {
            let path = "periods.\(index)"
            guard let from = moment(period["startTime"], at: path + ".startTime"),
                let until = moment(period["endTime"], at: path + ".endTime")
            else { continue }
            var step = ForecastStep()
            step.set("time", to: from)
            step.set("until", to: until)
            readPeriod(period, path: path, into: &step)
            if until - from <= .seconds(3600) {
                forecast.hourly.append(step.value)
            } else {
                forecast.periods.append(step.value)
            }
        }
        return forecast
    }

    private mutating func readPeriod(_ period: JSON, path: String, into step: inout ForecastStep) {
        let degrees = period["temperatureUnit"]?.string ?? ""
        step.set(
            "temperature",
            to: quantity(
                period["temperature"], quantity: .temperature, unit: degrees, path: path + ".temperature"))
        step.set(
            "dewPoint",
            to: quantity(period["dewpoint"], quantity: .temperature, unit: "", path: path + ".dewpoint"))
        step.set(
            "relativeHumidity",
            to: quantity(
                period["relativeHumidity"], quantity: .share, unit: "", path: path + ".relativeHumidity")
        )
        step.set(
            "precipitationProbability",
            to: quantity(
                period["probabilityOfPrecipitation"], quantity: .share, unit: "",
                path: path + ".probabilityOfPrecipitation"))
        readSpeed(period["windSpeed"], name: "speed", path: path + ".windSpeed", into: &step)
        readSpeed(period["windGust"], name: "gust", path: path + ".windGust", into: &step)
        step.set("wind.direction", to: period["windDirection"]?.string.flatMap(ForecastReader.direction))
        for (name, member) in [("name", "name"), ("shortForecast", "summary"), ("detailedForecast", "text")] {
            if let text = period[name]?.string, !text.isEmpty { step.set(member, to: .string(text)) }
        }
        step.set("day", to: period["isDaytime"]?.bool.map(JSON.bool))
    }

    /// Reads a number next to its unit, or an object of `value` and `unitCode`.
    private mutating func quantity(
        _ value: JSON?, quantity: ForecastQuantity, unit: String, path: String
    ) -> JSON? {
        guard let value, case .object = value else {
            return number(value, quantity: quantity, unit: unit, at: path)
        }
        return number(value["value"], quantity: quantity, unit: value["unitCode"]?.string ?? unit, at: path)
    }

    /// Reads `10 mph` or `5 to 10 mph`, where the greater counts and the smaller one is stored in addition;
    /// or a quantity.
    private mutating func readSpeed(
        _ value: JSON?, name: String, path: String, into step: inout ForecastStep
    ) {
        guard let text = value?.string else {
            if let value, !value.isNull {
                step.set("wind.\(name)", to: quantity(value, quantity: .speed, unit: "km/h", path: path))
            }
            return
        }
        let words = text.split(separator: " ")
        let numbers = words.compactMap { Double($0) }
        guard let greatest = numbers.max(), let least = numbers.min(), let unit = words.last else {
            reject(.string(text), reason: "not a speed", at: path)
            return
        }
        let speed = converted(greatest, quantity: .speed, unit: String(unit), at: path)
        step.set("wind.\(name)", to: speed.map(JSON.double))
        if speed != nil, least < greatest {
            let from = converted(least, quantity: .speed, unit: String(unit), at: path)
            step.set("wind.\(name)From", to: from.map(JSON.double))
        }
    }

    private mutating func moment(_ value: JSON?, at path: String) -> UTC? {
        if let moment = value?.string.flatMap({ UTC(iso8601: $0) }) { return moment }
        reject(value ?? .null, reason: "not a time", at: path)
        return nil
    }

    /// Returns a compass point in degrees; `nil` for other text.
    private static func direction(_ point: String) -> JSON? {
        let points = [
            "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
            "NNW",
        ]
        return points.firstIndex(of: point).map { .double($0 == 0 ? 360 : Double($0) * 22.5) }
    }

    /// Returns a point, or the centre of the polygon of a grid cell.
    private static func position(_ geometry: JSON?) -> Position? {
        if let parts = geometry?["geometries"]?.array { return parts.lazy.compactMap(position).first }
        guard let coordinates = geometry?["coordinates"]?.array else { return nil }
        if let longitude = coordinates.first?.double, coordinates.count >= 2,
            let latitude = coordinates[1].double
        {
            return Position(latitude: latitude, longitude: longitude)
        }
        let corners = (coordinates.first?.array ?? []).compactMap { $0.array?.compactMap(\.double) }
        let longitudes = corners.filter { $0.count >= 2 }.map { $0[0] }
        let latitudes = corners.filter { $0.count >= 2 }.map { $0[1] }
        guard let west = longitudes.min(), let east = longitudes.max(), let south = latitudes.min(),
            let north = latitudes.max()
        else { return nil }
        return Position(latitude: (south + north) / 2, longitude: (west + east) / 2)
    }
}
