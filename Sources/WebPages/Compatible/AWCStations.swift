public import Records

/// Stations as answers of aviationweather.gov's stationinfo.
///
/// Source: aviationweather.gov, OpenAPI description, StationInfoJSON, StationInfoGeoJSON and StationInfoXML.
public struct AWCStations: Sendable {
    private let stations: [Station]

    /// Makes an answer of stations in their order.
    public init(_ stations: [Station]) { self.stations = stations }

    /// Returns the answer in a format; `nil` if it is too long to be written.
    public func bytes(as format: AWCAnswer.Format) -> [UInt8]? {
        switch format {
        case .raw: Array(stations.map(AWCStations.line).joined().utf8)
        case .json: JSON.array(stations.map { .object(AWCStations.members($0)) }).bytes
        case .geojson: features.bytes
        case .xml: document
        }
    }

    private static func line(_ station: Station) -> String {
        let place = "\(station.position.latitude) \(station.position.longitude)"
        let elevation = station.elevation.map { " \(Int($0.rounded()))" } ?? ""
        return "\(station.identifier) \(place)\(elevation) \(station.title)\n"
    }

    /// The members: codes of other lists and the priority, which the table does not have, are `null`.
    private static func members(_ station: Station) -> [JSON.Member] {
        [
            JSON.Member("id", .string(station.identifier)),
            JSON.Member("icaoId", .string(station.identifier)),
            JSON.Member("iataId", .null), JSON.Member("faaId", .null), JSON.Member("wmoId", .null),
            JSON.Member("site", .string(station.name)),
            JSON.Member("lat", .double(station.position.latitude)),
            JSON.Member("lon", .double(station.position.longitude)),
            JSON.Member("elev", station.elevation.map(AWCNumbers.whole) ?? .null),
            JSON.Member("state", station.region.map(JSON.string) ?? .null),
            JSON.Member("country", station.country.map(JSON.string) ?? .null),
            JSON.Member("priority", .null), JSON.Member("siteType", .array(types(station).map(JSON.string))),
        ]
    }

    private static func types(_ station: Station) -> [String] {
        (station.reports ? ["METAR"] : []) + (station.isForecast ? ["TAF"] : [])
    }

    private var features: JSON {
        let features = stations.enumerated().map { index, station -> JSON in
            let members = AWCStations.members(station).filter { !["id", "lat", "lon"].contains($0.name) }
            return [
                "type": "Feature", "id": .int(index), "properties": .object(members),
                "geometry": [
                    "type": "Point",
                    "coordinates": [
                        .double(station.position.longitude), .double(station.position.latitude),
                    ],
                ],
            ]
        }
        return ["type": "FeatureCollection", "features": .array(features)]
    }

    private var document: [UInt8]? {
        AWCDocument.bytes(of: "stations", count: stations.count) { xml in
            for station in stations { xml.add("Station") { AWCStations.write(station, to: &$0) } }
        }
    }

    private static func write(_ station: Station, to xml: inout HTML) {
        xml.add("station_id", text: station.identifier)
        xml.add("latitude", text: JSONWriter.shortest(station.position.latitude))
        xml.add("longitude", text: JSONWriter.shortest(station.position.longitude))
        if let elevation = station.elevation {
            xml.add("elevation_m", text: String(Int(elevation.rounded())))
        }
        xml.add("site", text: station.name)
        if let region = station.region { xml.add("state", text: region) }
        if let country = station.country { xml.add("country", text: country) }
        xml.add("site_type") { xml in
            if station.reports { xml.add("METAR", text: "") }
            if station.isForecast { xml.add("TAF", text: "") }
        }
    }
}
