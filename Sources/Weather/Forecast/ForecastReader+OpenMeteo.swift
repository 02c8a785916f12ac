import Records

/// The member and quantity of each variable of Open-Meteo.
///
/// Source: the OpenAPI description of open-meteo/open-meteo.
private let variables: [String: (member: String, quantity: ForecastQuantity)] = [
    "temperature_2m": ("temperature", .temperature),
    "apparent_temperature": ("apparentTemperature", .temperature),
    "dew_point_2m": ("dewPoint", .temperature), "dewpoint_2m": ("dewPoint", .temperature),
    "relative_humidity_2m": ("relativeHumidity", .share), "relativehumidity_2m": ("relativeHumidity", .share),
    "precipitation": ("precipitation", .precipitation), "rain": ("rain", .precipitation),
    "showers": ("showers", .precipitation), "snowfall": ("snowfall", .snow),
    "precipitation_probability": ("precipitationProbability", .share),
    "pressure_msl": ("pressure", .pressure), "surface_pressure": ("surfacePressure", .pressure),
    "cloud_cover": ("cloudCover", .share), "cloudcover": ("cloudCover", .share),
    "visibility": ("visibility", .distance), "uv_index": ("ultravioletIndex", .plain),
    "weather_code": ("weatherCode", .plain), "weathercode": ("weatherCode", .plain),
    "wind_speed_10m": ("wind.speed", .speed), "windspeed_10m": ("wind.speed", .speed),
    "wind_gusts_10m": ("wind.gust", .speed), "windgusts_10m": ("wind.gust", .speed),
    "wind_direction_10m": ("wind.direction", .direction), "winddirection_10m": ("wind.direction", .direction),
    "temperature_2m_max": ("maximumTemperature", .temperature),
    "temperature_2m_min": ("minimumTemperature", .temperature),
    "apparent_temperature_max": ("maximumApparentTemperature", .temperature),
    "apparent_temperature_min": ("minimumApparentTemperature", .temperature),
    "precipitation_sum": ("precipitation", .precipitation), "rain_sum": ("rain", .precipitation),
    "showers_sum": ("showers", .precipitation), "snowfall_sum": ("snowfall", .snow),
    "precipitation_probability_max": ("precipitationProbability", .share),
    "cloud_cover_mean": ("cloudCover", .share), "uv_index_max": ("ultravioletIndex", .plain),
    "wind_speed_10m_max": ("wind.speed", .speed), "windspeed_10m_max": ("wind.speed", .speed),
    "wind_gusts_10m_max": ("wind.gust", .speed), "windgusts_10m_max": ("wind.gust", .speed),
    "wind_direction_10m_dominant": ("wind.direction", .direction),
    "winddirection_10m_dominant": ("wind.direction", .direction),
]

extension ForecastReader {
    /// Reads columns of values, with local times unless they are seconds since 1970.
    mutating func readOpenMeteo(_ value: JSON) -> Forecast? {
        guard let latitude = value["latitude"]?.double, let longitude = value["longitude"]?.double,
            let position = Position(latitude: latitude, longitude: longitude)
        else { return nil }
        var forecast = Forecast(from: "open-meteo", at: position)
        forecast.elevation = value["elevation"]?.double
        forecast.timeZone = value["timezone"]?.string
        let east = ForecastReader.offset(of: value)
        forecast.hourly = columns(value, name: "hourly", east: east)
        forecast.daily = columns(value, name: "daily", east: east)
        forecast.current = currentStep(value, east: east)
        return forecast
    }

    /// Returns the seconds by which local times are ahead of UTC; `nil` if that is not known.
    private static func offset(of value: JSON) -> Int64? {
        if let seconds = value["utc_offset_seconds"]?.int {
            return -86_400...86_400 ~= seconds ? Int64(seconds) : nil
        }
        return ["GMT", "UTC"].contains(value["timezone"]?.string) ? 0 : nil
    }

    private mutating func currentStep(_ value: JSON, east: Int64?) -> JSON? {
        guard let members = value["current"]?.object else { return nil }
        var step = ForecastStep()
        for member in members where member.name != "interval" {
            set(
                member.name, value: member.value, units: value["current_units"], east: east, group: "current",
                into: &step)
        }
        return step.isBare ? nil : step.value
    }

    private mutating func columns(_ value: JSON, name: String, east: Int64?) -> [JSON] {
        guard let group = value[name] else { return [] }
        guard let members = group.object, let times = group["time"]?.array else {
            reject(group, reason: "not columns with a time", at: name)
            return []
        }
        var steps = [ForecastStep](repeating: ForecastStep(), count: times.count)
        for member in members {
            guard let cells = member.value.array, cells.count == times.count else {
                reject(member.value, reason: "not a list of \(times.count)", at: "\(name).\(member.name)")
                continue
            }
            for (index, cell) in cells.enumerated() where !cell.isNull {
                if ForecastReader.lacksSunrise(group, member: member.name, index: index) { continue }
                set(
                    member.name, value: cell, units: value["\(name)_units"], east: east, group: name,
                    into: &steps[index])
            }
        }
        return steps.filter { !$0.isBare }.map(\.value)
    }

    /// Whether a sunrise or sunset stands for none, in the polar night or day: both are the same moment or a
    /// day apart, or the moment is 0.
    ///
    /// Source: open-meteo/open-meteo#840 and #844.
    private static func lacksSunrise(_ group: JSON, member: String, index: Int) -> Bool {
        guard member == "sunrise" || member == "sunset" else { return false }
        let moments = ["sunrise", "sunset"].map { name -> UTC? in
            guard let cell = group[name]?.array?.dropFirst(index).first else { return nil }
            return cell.int.map { UTC(seconds: Int64(clamping: $0)) }
                ?? cell.string.flatMap { UTC(iso8601: $0) }
        }
        guard let own = moments[member == "sunrise" ? 0 : 1] else { return false }
        if own == UTC(seconds: 0) { return true }
        guard let rise = moments[0], let set = moments[1] else { return false }
        return rise == set || rise + .seconds(86_400) == set
    }

    private mutating func set(
        _ name: String, value: JSON, units: JSON?, east: Int64?, group: String,
        into step: inout ForecastStep
    ) {
        switch name {
        case "time": setTime(value, east: east, group: group, into: &step)
        case "sunrise", "sunset": step.set(name, to: moment(value, east: east, path: "\(group).\(name)"))
        case "is_day": step.set("day", to: value.int.map { .bool($0 != 0) })
        default:
            guard let (member, quantity) = variables[name] else {
                omitted[name, default: 0] += 1
                return
            }
            // The default unit of speeds is not that of records.
            let unit = units?[name]?.string ?? (quantity == .speed ? "km/h" : "")
            step.set(member, to: number(value, quantity: quantity, unit: unit, at: "\(group).\(name)"))
        }
    }

    /// Sets the time of a step: a date for a day, whose moment follows from the place, and a moment for an
    /// hour.
    private mutating func setTime(_ value: JSON, east: Int64?, group: String, into step: inout ForecastStep) {
        let moment = moment(value, east: east, path: "\(group).time")
        step.set("time", to: moment)
        guard group == "daily" else { return }
        let known = east.flatMap { east in moment.map { $0 + .seconds(east) } }
        if let local = value.string.flatMap({ UTC(iso8601: $0) }) ?? known {
            step.set("date", to: .string(String(local.description.prefix(10))))
        }
    }

    private mutating func moment(_ value: JSON, east: Int64?, path: String) -> UTC? {
        if let seconds = value.int, let time = UTC(epoch: seconds) { return time }
        guard let local = value.string.flatMap({ UTC(iso8601: $0) }) else {
            reject(value, reason: "not a time", at: path)
            return nil
        }
        guard let east else {
            reject(value, reason: "a local time without utc_offset_seconds", at: path)
            return nil
        }
        return local - .seconds(east)
    }
}
