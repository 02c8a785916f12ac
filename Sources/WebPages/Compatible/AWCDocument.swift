import AlmanacValues
import Records
import Showing

/// METARs or TAFs as XML of aviationweather.gov, in the order of its elements.
///
/// Source: aviationweather.gov, OpenAPI description, METARXML; its documents of 2023 (schemas metar1_2 and
/// taf1_2).
enum AWCDocument {
    private static let schema: HTML.Attributes = [
        "xmlns:xsd": "http://www.w3.org/2001/XMLSchema",
        "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance", "version": "1.2",
    ]

    /// Returns a document of reports in UTF-8; `nil` if it is too long.
    static func bytes(reports: [AWCReport], forecasts: [AWCForecast]) -> [UInt8]? {
        let name = forecasts.isEmpty ? "metars" : "tafs"
        return bytes(of: name, count: reports.count + forecasts.count) { xml in
            for report in reports { xml.add("METAR") { report.write(to: &$0) } }
            for forecast in forecasts { xml.add("TAF") { forecast.write(to: &$0) } }
        }
    }

    /// Returns a document of elements in UTF-8; `nil` if it is too long.
    static func bytes(of name: String, count: Int, _ write: (inout HTML) -> Void) -> [UInt8]? {
        let xml = HTML { xml in
            xml.add(markup: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
            xml.add("response", schema) { xml in
                xml.add("request_index", text: "1")
                xml.add("data_source", ["name": name], text: "")
                xml.add("request", ["type": "retrieve"], text: "")
                xml.add("errors", text: "")
                xml.add("warnings", text: "")
                xml.add("time_taken_ms", text: "0")
                xml.add("data", ["num_results": String(count)], content: write)
            }
            xml.add(markup: "\n")
        }
        return xml.isCut ? nil : xml.bytes
    }
}

extension HTML {
    /// Adds an element with the text of a value, if there is one.
    fileprivate mutating func add(_ name: StaticString, value: JSON?) {
        guard let value, !value.isNull else { return }
        add(name, text: value.string ?? String(decoding: value.bytes, as: UTF8.self))
    }

    /// Adds the elements of a station.
    fileprivate mutating func add(position: Position?) {
        add("latitude", value: position.map { .double($0.latitude) })
        add("longitude", value: position.map { .double($0.longitude) })
    }

    /// Adds the layers of clouds; their type only if they have one.
    fileprivate mutating func add(layers: JSON) {
        for layer in layers.array ?? [] {
            let base = layer["base"].flatMap { $0.isNull ? nil : String(decoding: $0.bytes, as: UTF8.self) }
            add(
                "sky_condition",
                [
                    "sky_cover": layer["cover"]?.string, "cloud_base_ft_agl": base,
                    "cloud_type": layer["type"]?.string,
                ], text: "")
        }
    }
}

extension AWCReport {
    /// Writes the elements of a METAR.
    fileprivate func write(to xml: inout HTML) {
        let members = json
        xml.add("raw_text", text: raw)
        xml.add("station_id", text: item.key)
        xml.add("observation_time", value: time.map(AWCNumbers.moment))
        xml.add(position: position)
        for (element, name) in AWCReport.first { xml.add(element, value: members[name]) }
        xml.add("altim_in_hg", value: altimeterInInches)
        xml.add("sea_level_pressure_mb", value: members["slp"])
        writeQualities(to: &xml)
        xml.add("wx_string", value: members["wxString"])
        writeSky(members, to: &xml)
        xml.add("flight_category", value: members["fltCat"])
        for (element, name) in AWCReport.last { xml.add(element, value: members[name]) }
        xml.add("metar_type", text: type)
        xml.add("elevation_m", value: members["elev"])
    }

    private static let first: KeyValuePairs<StaticString, String> = [
        "temp_c": "temp", "dewpoint_c": "dewp", "wind_dir_degrees": "wdir", "wind_speed_kt": "wspd",
        "wind_gust_kt": "wgst", "visibility_statute_mi": "visib",
    ]

    private static let last: KeyValuePairs<StaticString, String> = [
        "three_hr_pressure_tendency_mb": "presTend", "maxT_c": "maxT", "minT_c": "minT",
        "maxT24hr_c": "maxT24", "minT24hr_c": "minT24", "precip_in": "precip", "pcp3hr_in": "pcp3hr",
        "pcp6hr_in": "pcp6hr", "pcp24hr_in": "pcp24hr", "snow_in": "snow", "vert_vis_ft": "vertVis",
    ]

    private var altimeterInInches: JSON? {
        altimeter.map { AWCNumbers.rounded($0 / AWCNumbers.hectopascalsOfInch, to: 2) }
    }

    private func writeQualities(to xml: inout HTML) {
        guard !qualities.isEmpty else { return }
        xml.add("quality_control_flags") { xml in
            for quality in qualities { xml.add(quality.element, text: "TRUE") }
        }
    }

    /// Writes the layers or, if there are none, the word for the whole sky.
    private func writeSky(_ members: JSON, to xml: inout HTML) {
        let layers = conditions.clouds
        guard layers.array?.isEmpty == true, let cover = conditions.cover else {
            return xml.add(layers: layers)
        }
        xml.add(layers: [["cover": cover]])
    }
}

extension AWCForecast {
    /// Writes the elements of a TAF.
    fileprivate func write(to xml: inout HTML) {
        xml.add("raw_text", text: raw)
        xml.add("station_id", text: item.key)
        xml.add("issue_time", value: item.moment(.time).map(AWCNumbers.moment))
        xml.add("valid_time_from", value: item.moment(.from).map(AWCNumbers.moment))
        xml.add("valid_time_to", value: item.moment(.until).map(AWCNumbers.moment))
        if let remarks = item.data[.remarks]?.string { xml.add("remarks", text: remarks) }
        xml.add(position: position)
        xml.add("elevation_m", value: elevation.map(AWCNumbers.whole))
        for group in groups { xml.add("forecast") { group.write(to: &$0) } }
    }
}

extension AWCGroup {
    /// Writes the elements of a group.
    fileprivate func write(to xml: inout HTML) {
        let members = json
        xml.add("fcst_time_from", value: stated.moment(.from).map(AWCNumbers.moment))
        xml.add("fcst_time_to", value: end.map(AWCNumbers.moment))
        xml.add("change_indicator", value: members["fcstChange"])
        xml.add("time_becoming", value: completion.map(AWCNumbers.moment))
        for (element, name) in AWCGroup.elements { xml.add(element, value: members[name]) }
        xml.add(layers: conditions.forecastClouds)
        for value in members["temp"]?.array ?? [] {
            xml.add("temperature") { AWCGroup.write(value, to: &$0) }
        }
    }

    private static let elements: KeyValuePairs<StaticString, String> = [
        "probability": "probability", "wind_dir_degrees": "wdir", "wind_speed_kt": "wspd",
        "wind_gust_kt": "wgst", "wind_shear_hgt_ft_agl": "wshearHgt",
        "wind_shear_dir_degrees": "wshearDir", "wind_shear_speed_kt": "wshearSpd",
        "visibility_statute_mi": "visib", "vert_vis_ft": "vertVis", "wx_string": "wxString",
        "not_decoded": "notDecoded",
    ]

    private static func write(_ extreme: JSON, to xml: inout HTML) {
        let seconds = extreme["validTime"]?.int.map { UTC(seconds: Int64($0)) }
        xml.add("valid_time", value: seconds.map(AWCNumbers.moment))
        xml.add("sfc_temp_c", value: extreme["sfcTemp"])
        xml.add(extreme["maxOrMin"]?.string == "MIN" ? "min_temp_c" : "max_temp_c", value: extreme["sfcTemp"])
    }
}
