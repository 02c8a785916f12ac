import Records

/// The member and quantity of each detail of MET Norway; the unit is the default one unless the document
/// names another.
private let details = Dictionary(
    uniqueKeysWithValues: NorwegianDetail.all.map {
        ($0.name, (member: $0.member, quantity: quantities[$0.unit] ?? .plain))
    })

/// The quantities by the default unit of the service.
private let quantities: [String: ForecastQuantity] = [
    "celsius": .temperature, "%": .share, "hPa": .pressure, "m/s": .speed, "degrees": .direction,
    "mm": .precipitation,
]

extension ForecastReader {
    /// Reads a time series whose steps describe their moment and the next one, six and twelve hours.
    mutating func readNorway(_ value: JSON, properties: JSON) -> Forecast? {
        let place = value["geometry"]?["coordinates"]?.array?.map(\.double) ?? []
        guard place.count >= 2, let longitude = place[0], let latitude = place[1],
            let position = Position(latitude: latitude, longitude: longitude),
            let series = properties["timeseries"]?.array
        else { return nil }
        var forecast = Forecast(from: "met-norway", at: position)
        forecast.elevation = place.count > 2 ? place[2] : nil
        forecast.updated = properties["meta"]?["updated_at"]?.string.flatMap { UTC(iso8601: $0) }
        let units = properties["meta"]?["units"]
        for (index, step) in series.enumerated() {
            if let read = readStep(step, units: units, at: "timeseries.\(index)") {
                forecast.hourly.append(read)
            }
        }
        return forecast
    }

    private mutating func readStep(_ value: JSON, units: JSON?, at path: String) -> JSON? {
        guard let time = value["time"]?.string.flatMap({ UTC(iso8601: $0) }) else {
            reject(value["time"] ?? .null, reason: "not a time", at: path + ".time")
            return nil
        }
        var step = ForecastStep()
        step.set("time", to: time)
        readDetails(value["data"]?["instant"], units: units, path: path + ".instant", into: &step)
        // Use the shortest period given: the last days have no period of one hour.
        for hours in [1, 6, 12] {
            guard let next = value["data"]?["next_\(hours)_hours"] else { continue }
            step.set("symbol", to: next["summary"]?["symbol_code"])
            readDetails(next, units: units, path: "\(path).next_\(hours)_hours", into: &step)
            step.set("until", to: time + .seconds(Int64(hours) * 3600))
            break
        }
        return step.isBare ? nil : step.value
    }

    private mutating func readDetails(
        _ group: JSON?, units: JSON?, path: String, into step: inout ForecastStep
    ) {
        for member in group?["details"]?.object ?? [] {
            guard let (name, quantity) = details[member.name] else {
                omitted[member.name, default: 0] += 1
                continue
            }
            let unit = units?[member.name]?.string ?? (quantity == .speed ? "m/s" : "")
            step.set(
                name, to: number(member.value, quantity: quantity, unit: unit, at: "\(path).\(member.name)"))
        }
    }
}
