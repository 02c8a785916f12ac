import AlmanacValues
import Records
import Showing

/// A METAR with the members of aviationweather.gov's JSON.
///
/// Members that a report does not state are absent, as in the answers of 2026.
///
/// Source: aviationweather.gov, OpenAPI description, METARproperties; its answers of 2025 and 2026.
struct AWCReport {
    let item: Item
    /// The station in the table; `nil` if it has none of this name.
    let station: Station?

    /// The report with the word that begins it, which the service adds since September 2025.
    var raw: String {
        let text = item.data[.raw]?.string ?? ""
        return text.hasPrefix(item.key) ? "\(type) \(text)" : text
    }

    /// `METAR` or `SPECI`.
    var type: String { item.data[.type]?.string ?? "METAR" }

    /// The name of the station with its region and country.
    var name: String? { item.title ?? station?.title }

    /// The position of the station.
    var position: Position? { item.position ?? station?.position }

    /// The elevation of the station in metres.
    var elevation: Double? { item.data[.elevation]?.double ?? station?.elevation }

    /// The time of the observation.
    var time: UTC? { item.moment(.time) }

    /// The wind, visibility, weather and clouds.
    var conditions: AWCConditions { AWCConditions(data: item.data) }

    /// All members.
    var json: JSON { .object(identity + temperatures + wind + pressures + remarks + text + place + sky) }

    private var identity: [JSON.Member] {
        .stated([
            "icaoId": .string(item.key), "receiptTime": item.at.map(AWCNumbers.moment),
            "obsTime": time.map(AWCNumbers.seconds),
            "reportTime": reportTime.map(AWCNumbers.moment),
        ])
    }

    /// The time that a report counts for: that of an ordinary one from a quarter to the hour on is the hour.
    private var reportTime: UTC? {
        guard let time, type == "METAR", time.fields.minute >= 45 else { return time }
        return UTC(seconds: (time.seconds / 3600 + 1) * 3600)
    }

    private var temperatures: [JSON.Member] {
        let notes = item.data[.remarks]
        return .stated([
            "temp": notes?[.temperature] ?? item.data[.temperature],
            "dewp": notes?[.dewPoint] ?? item.data[.dewPoint],
        ])
    }

    private var wind: [JSON.Member] {
        .stated([
            "wdir": conditions.direction, "wspd": conditions.speed,
            "wgst": conditions.gust, "visib": conditions.visibility,
        ])
    }

    /// The altimeter setting in hectopascals; `nil` if it is unknown.
    var altimeter: Double? {
        guard let reported = item.data[.reported]?[.altimeter], let value = reported[.value]?.double else {
            return nil
        }
        return reported[.unit]?.string == "inHg" ? value * AWCNumbers.hectopascalsOfInch : value
    }

    private var pressures: [JSON.Member] {
        .stated([
            "altim": altimeter.map { AWCNumbers.rounded($0, to: 1) },
            "slp": item.data[.remarks]?[.seaLevelPressure], "qcField": qualityField,
            "wxString": conditions.weather,
        ])
    }

    private var text: [JSON.Member] {
        .stated(["metarType": .string(type), "rawOb": .string(raw)])
    }

    private var place: [JSON.Member] {
        .stated([
            "lat": position.map { .double($0.latitude) },
            "lon": position.map { .double($0.longitude) },
            "elev": elevation.map(AWCNumbers.whole), "name": name.map(JSON.string),
        ])
    }

    private var sky: [JSON.Member] {
        .stated([
            "cover": conditions.cover, "clouds": conditions.clouds,
            "vertVis": conditions.verticalVisibility, "fltCat": category.map(JSON.string),
        ])
    }

    /// The flight category; `nil` if it is not known, or might be worse.
    var category: String? {
        item.data[.flightRulesOrWorse]?.bool == true ? nil : item.data[.flightRules]?.string
    }

    /// The remarks that have numbers.
    var remarks: [JSON.Member] { AWCRemarks(item.data[.remarks], reportTime: reportTime).members }

    /// The flags of the report that are set.
    var qualities: [AWCQuality] { AWCQuality.all(of: item.data) }

    private var qualityField: JSON {
        .int(qualities.reduce(0) { $0 | $1.rawValue })
    }
}

/// A flag about a report; the values are the bits of `qcField`, which has them in the order of the columns of
/// the service's table.
///
/// Source: aviationweather.gov, metars.cache.csv; its answers, such as 19 for `COR AUTO … NOSIG` and 12 for
/// `AO2 … $`.
enum AWCQuality: Int, CaseIterable {
    case corrected = 1
    case auto = 2
    case autoStation = 4
    case maintenance = 8
    case noSignificantChange = 16
    case lightningSensorOff = 32
    case freezingRainSensorOff = 64
    case presentWeatherSensorOff = 128

    /// The name of the flag as an element of XML.
    var element: StaticString {
        switch self {
        case .corrected: "corrected"
        case .auto: "auto"
        case .autoStation: "auto_station"
        case .maintenance: "maintenance_indicator_on"
        case .noSignificantChange: "no_signal"
        case .lightningSensorOff: "lightning_sensor_off"
        case .freezingRainSensorOff: "freezing_rain_sensor_off"
        case .presentWeatherSensorOff: "present_weather_sensor_off"
        }
    }

    /// Returns the flags of a report.
    static func all(of data: JSON) -> [AWCQuality] { allCases.filter { $0.isSet(in: data) } }

    private func isSet(in data: JSON) -> Bool {
        let notes = data[.remarks]
        return switch self {
        case .corrected: data[.corrected]?.bool == true
        case .auto: data[.auto]?.bool == true
        case .autoStation: notes?[.station] != nil
        case .maintenance: notes?[.maintenance]?.bool == true
        case .noSignificantChange: (data[.trend]?.array ?? []).contains { $0[.change]?.string == "NOSIG" }
        case .lightningSensorOff: AWCQuality.lacks("TSNO", notes)
        case .freezingRainSensorOff: AWCQuality.lacks("FZRANO", notes)
        case .presentWeatherSensorOff: AWCQuality.lacks("PWINO", notes)
        }
    }

    private static func lacks(_ sensor: String, _ notes: JSON?) -> Bool {
        (notes?[.outages]?.array ?? []).contains { $0.string == sensor }
    }
}

extension [JSON.Member] {
    /// Returns the members that have a value.
    static func stated(_ members: KeyValuePairs<String, JSON?>) -> [JSON.Member] {
        members.compactMap { name, value in value.map { JSON.Member(name, $0) } }
    }
}
