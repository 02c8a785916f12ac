public import AlmanacValues
public import Records
import Showing

/// METARs or TAFs as an answer of aviationweather.gov, in one of its formats.
public struct AWCAnswer: Sendable {
    /// A kind of reports.
    public enum Product: String, Sendable {
        case metar
        case taf
    }

    /// A format of answers.
    public enum Format: String, Sendable {
        case raw
        case json
        case geojson
        case xml

        /// The media type, as the service states it.
        public var contentType: String {
            switch self {
            case .raw: "text/plain; charset=utf-8"
            case .json: "application/json"
            case .geojson: "application/geo+json"
            case .xml: "application/xml"
            }
        }
    }

    private let product: Product
    private let items: [Item]
    private let stations: StationTable

    /// Makes an answer of reports in their order.
    public init(_ product: Product, _ items: [Item], stations: StationTable) {
        self.product = product
        self.items = items
        self.stations = stations
    }

    /// Returns the answer in a format; `nil` if it is too long to be written.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - parts: The parts of the last answer with these records, which JSON consists of.
    /// - Returns: The bytes in UTF-8.
    public func bytes(as format: Format, with parts: AWCParts = AWCParts()) -> [UInt8]? {
        switch format {
        case .raw: Array(lines.map { $0 + "\n" }.joined().utf8)
        case .json: json(of: parts)
        case .geojson: features.bytes
        case .xml: AWCDocument.bytes(reports: reports, forecasts: forecasts)
        }
    }

    /// The number of bytes by which an answer usually grows at most from one to the next.
    private static let growth = 4096

    private func json(of parts: AWCParts) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(parts.answerSize + AWCAnswer.growth)
        bytes.append(UInt8(ascii: "["))
        for item in items {
            if bytes.count > 1 { bytes.append(.comma) }
            bytes += parts.bytes(of: item) { member(item).bytes }
        }
        bytes.append(UInt8(ascii: "]"))
        parts.answerSize = bytes.count
        return bytes
    }

    private func member(_ item: Item) -> JSON {
        let station = stations[item.key]
        return product == .metar
            ? AWCReport(item: item, station: station).json : AWCForecast(item: item, station: station).json
    }

    private var reports: [AWCReport] {
        product == .metar ? items.map { AWCReport(item: $0, station: stations[$0.key]) } : []
    }

    private var forecasts: [AWCForecast] {
        product == .taf ? items.map { AWCForecast(item: $0, station: stations[$0.key]) } : []
    }

    private var lines: [String] { reports.map(\.raw) + forecasts.map(\.raw) }

    private var members: [JSON] { items.map(member) }

    /// The reports whose position is known; others have no place in a collection of features.
    private var features: JSON {
        let places = reports.map(\.position) + forecasts.map(\.position)
        let features = zip(places, members).enumerated().compactMap { index, pair in
            pair.0.map { AWCAnswer.feature(index, at: $0, properties: pair.1) }
        }
        return ["type": "FeatureCollection", "features": .array(features)]
    }

    private static func feature(_ id: Int, at position: Position, properties: JSON) -> JSON {
        [
            "type": "Feature", "id": .int(id), "properties": properties,
            "geometry": [
                "type": "Point", "coordinates": [.double(position.longitude), .double(position.latitude)],
            ],
        ]
    }
}
