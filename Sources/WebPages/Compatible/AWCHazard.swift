public import AlmanacValues
import Records

/// SIGMETs, G-AIRMETs and pilot reports as answers of aviationweather.gov.
///
/// Records have the members of the service, to which the daemon adds its own; these are left out again, and
/// moments get the notation of the format.
///
/// Source: aviationweather.gov, OpenAPI description; its answers of 2025 and 2026.
public struct AWCHazards: Sendable {
    /// A product of the service.
    public enum Product: String, Sendable, CaseIterable {
        case isigmet
        case airsigmet
        case gairmet
        case pirep

        /// The kind of the sources that have it.
        public var kind: String { self == .pirep ? "pirep" : "sigmet" }

        /// The source to add for it; of an airport for pilot reports.
        public var source: String {
            switch self {
            case .isigmet: "sigmets"
            case .airsigmet: "sigmets-us"
            case .gairmet: "airmets-us"
            case .pirep: "pireps@KPWM"
            }
        }

        /// Returns whether a record is of this product.
        public func contains(_ item: Item) -> Bool {
            switch self {
            case .pirep: true
            case .gairmet: item.data["advisory"]?.string == "G-AIRMET"
            case .airsigmet: item.data["airSigmetType"] != nil
            case .isigmet: item.data["airSigmetType"] == nil && item.data["firId"] != nil
            }
        }
    }

    private let product: Product
    private let items: [Item]

    /// Makes an answer of records in their order.
    public init(_ product: Product, _ items: [Item]) {
        self.product = product
        self.items = items
    }

    /// Returns the answer in a format; `nil` for XML, and for a product without texts as text.
    public func bytes(as format: AWCAnswer.Format) -> [UInt8]? {
        switch format {
        case .raw: product == .gairmet ? nil : Array(items.map(text).joined().utf8)
        case .json: JSON.array(items.map { .object(members(of: $0, isFeature: false)) }).bytes
        case .geojson: features.bytes
        case .xml: nil
        }
    }

    private func text(_ item: Item) -> String {
        let names = ["rawOb", "rawSigmet", "rawAirSigmet"]
        let text = names.lazy.compactMap { item.data[$0]?.string }.first ?? ""
        return product == .pirep ? text + "\n" : text + "\n\n"
    }

    private var features: JSON {
        let features = items.enumerated().map { index, item -> JSON in
            let members = members(of: item, isFeature: true).filter { $0.name != "coords" }
            return [
                "type": "Feature", "id": .int(index), "properties": .object(members),
                "geometry": item.data["geometry"] ?? AWCHazards.point(item) ?? .null,
            ]
        }
        return ["type": "FeatureCollection", "features": .array(features)]
    }

    private static func point(_ item: Item) -> JSON? {
        item.position.map {
            ["type": "Point", "coordinates": [.double($0.longitude), .double($0.latitude)]]
        }
    }
}

/// Members.
extension AWCHazards {
    /// The members that the daemon adds.
    private static let own: Set<String> = [
        "advisory", "ends", "geometry", "icing", "level", "levels", "movement", "onset", "phase", "place",
        "turbulence", "unknown", "urgent",
    ]

    /// Returns the members of a record: those that the service always states, `null` if they are unknown, and
    /// all others.
    private func members(of item: Item, isFeature: Bool) -> [JSON.Member] {
        var values: [String: JSON] = [:]
        for member in item.data.object ?? [] where !isOwn(member.name) { values[member.name] = member.value }
        if let at = item.at { values["receiptTime"] = .string(at.description) }
        for (name, value) in values where AWCHazards.times.contains(name) {
            values[name] = moment(value, named: name, isFeature: isFeature)
        }
        if !isFeature { addCorners(of: item, to: &values) }
        let names = AWCHazards.names[product] ?? []
        let others = values.keys.filter { !names.contains($0) }.sorted()
        return (names + others).map { JSON.Member($0, values[$0] ?? .null) }
    }

    /// Whether a member is the daemon's: G-AIRMETs have a level of their own.
    private func isOwn(_ name: String) -> Bool {
        AWCHazards.own.contains(name) && !(product == .gairmet && name == "level")
    }

    private static let times: Set<String> = [
        "creationTime", "expireTime", "issueTime", "obsTime", "receiptTime", "validTime", "validTimeFrom",
        "validTimeTo",
    ]

    /// The members that are seconds since 1970, in JSON and in GeoJSON.
    private var seconds: (json: Set<String>, features: Set<String>) {
        switch product {
        case .isigmet: (["validTimeFrom", "validTimeTo"], ["validTimeFrom", "validTimeTo"])
        case .airsigmet: (["validTimeFrom", "validTimeTo"], [])
        case .gairmet: (["expireTime", "issueTime", "receiptTime"], [])
        case .pirep: (["obsTime"], ["obsTime"])
        }
    }

    /// Returns a moment in the notation of the format; what is none as it is.
    private func moment(_ value: JSON, named name: String, isFeature: Bool) -> JSON {
        guard let moment = value.string.flatMap({ UTC(iso8601: $0) }) else { return value }
        let areSeconds = isFeature ? seconds.features : seconds.json
        return areSeconds.contains(name) ? AWCNumbers.seconds(moment) : AWCNumbers.moment(moment)
    }

    /// The members that the service always states.
    private static let names: [Product: [String]] = [
        .isigmet: [
            "icaoId", "firId", "firName", "receiptTime", "validTimeFrom", "validTimeTo", "seriesId",
            "hazard", "qualifier", "base", "top", "geom", "coords", "dir", "spd", "chng", "rawSigmet",
        ],
        .airsigmet: [
            "icaoId", "seriesId", "receiptTime", "creationTime", "validTimeFrom", "validTimeTo",
            "airSigmetType", "hazard", "altitudeHi1", "altitudeHi2", "altitudeLow1", "altitudeLow2",
            "movementDir", "movementSpd", "severity", "rawAirSigmet", "coords",
        ],
        .gairmet: [
            "tag", "forecastHour", "validTime", "hazard", "geometryType", "latlonpairs", "due_to",
            "receiptTime", "issueTime", "expireTime", "product", "coords",
        ],
        .pirep: [
            "receiptTime", "obsTime", "icaoId", "acType", "lat", "lon", "fltLvl", "fltLvlType", "clouds",
            "visib", "wxString", "temp", "wdir", "wspd", "icgBas1", "icgTop1", "icgInt1", "icgType1",
            "icgBas2", "icgTop2", "icgInt2", "icgType2", "tbBas1", "tbTop1", "tbInt1", "tbType1", "tbFreq1",
            "tbBas2", "tbTop2", "tbInt2", "tbType2", "tbFreq2", "vertGust", "brkAction", "pirepType",
            "rawOb",
        ],
    ]

    /// Adds the corners of the area, as JSON has them, and the lower limits by their names there.
    private func addCorners(of item: Item, to values: inout [String: JSON]) {
        guard product != .pirep else { return }
        for number in ["1", "2"] {
            if let limit = values.removeValue(forKey: "altitudeLo" + number) {
                values["altitudeLow" + number] = limit
            }
        }
        guard let corners = AWCCorners(item.data["geometry"]) else { return }
        values["coords"] = corners.json
        if product == .isigmet { values["geom"] = .string(corners.form) }
        if product == .gairmet {
            values["geometryType"] = .string(corners.form)
            values["latlonpairs"] = .int(corners.count)
        }
    }
}

/// The corners of an area, as aviationweather.gov's JSON lists them.
private struct AWCCorners {
    /// `AREA`, `AREAS` or `LINE`.
    let form: String
    private let rings: [[JSON]]

    /// Reads the corners of a geometry of GeoJSON; `nil` if it is none.
    init?(_ geometry: JSON?) {
        let coordinates = geometry?["coordinates"]
        switch geometry?["type"]?.string {
        case "Polygon": (form, rings) = ("AREA", [coordinates?.array?.first?.array ?? []])
        case "MultiPolygon":
            form = "AREAS"
            rings = (coordinates?.array ?? []).map { $0.array?.first?.array ?? [] }
        case "LineString": (form, rings) = ("LINE", [coordinates?.array ?? []])
        default: return nil
        }
    }

    /// The number of corners.
    var count: Int { rings.reduce(0) { $0 + $1.count } }

    /// The corners; those of several areas in a list for each.
    var json: JSON {
        let lists = rings.map { ring in JSON.array(ring.map(AWCCorners.corner)) }
        return form == "AREAS" ? .array(lists) : lists.first ?? []
    }

    private static func corner(_ position: JSON) -> JSON {
        let numbers = position.array ?? []
        guard numbers.count >= 2 else { return .null }
        return ["lat": numbers[1], "lon": numbers[0]]
    }
}
