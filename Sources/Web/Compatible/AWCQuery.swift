import Records
import WebPages

/// The parameters of an address of aviationweather.gov.
///
/// Source: aviationweather.gov, OpenAPI description, parameters ids, bbox, hours, format and date.
struct AWCQuery {
    /// The stations that are asked for.
    enum Place {
        /// Stations by identifier, in the order of the query, each once.
        case stations([String])
        /// Stations of a state of the United States, such as `@WA`.
        case state(String)
        /// Stations in a box.
        case box(GeoBounds)
    }

    /// The reason why a query is not answered, with the status.
    struct Refusal: Error {
        let status: Int
        let message: String
    }

    /// The most stations of one query, as of the service.
    static let mostStations = 400
    /// The age of the oldest report in an answer without `hours=`, as of the service.
    static let usualHours = 1.5
    /// The most hours of one query: 30 days, as of the service.
    private static let mostHours = 720.0

    /// The stations.
    let place: Place
    /// The age of the oldest report; `nil` for the newest report of each station.
    let hours: Double?
    /// The format.
    let format: AWCAnswer.Format

    /// Reads a query; of products without `hours=`, it has no meaning, as at the service.
    init(_ query: URLQuery, hasHours: Bool = false) throws(Refusal) {
        format = try AWCQuery.format(query)
        for name in ["date", "time"] where query[name] != nil {
            throw Refusal(status: 501, message: "\(name)= is not answered here, but /api/history has it")
        }
        for name in ["taf", "metar"] where ["true", "1", "yes", "on"].contains(query[name]?.lowercased()) {
            throw Refusal(status: 501, message: "\(name)=true is not answered here: ask for each by itself")
        }
        hours = hasHours ? try AWCQuery.hours(query) : nil
        place = try AWCQuery.place(query)
    }

    /// Reads the format, `raw` by default.
    static func format(_ query: URLQuery) throws(Refusal) -> AWCAnswer.Format {
        let name = query["format"]?.lowercased() ?? "raw"
        if let format = AWCAnswer.Format(rawValue: name) { return format }
        let isKnown = ["decoded", "iwxxm"].contains(name)
        throw Refusal(
            status: isKnown ? 501 : 400,
            message: "format=\(name) is not answered here: raw, json, geojson and xml are")
    }

    private static func hours(_ query: URLQuery) throws(Refusal) -> Double? {
        guard let text = query["hours"] else { return nil }
        guard let hours = Double(text), hours > 0, hours <= mostHours else {
            throw Refusal(status: 400, message: "hours=\(text) is not a number of hours up to 720")
        }
        return hours
    }

    private static func place(_ query: URLQuery) throws(Refusal) -> Place {
        if let text = query["bbox"] {
            guard let box = GeoBounds(said: text) else {
                throw Refusal(status: 400, message: "bbox=\(text) is not a box such as 40,-90,45,-85")
            }
            return .box(box)
        }
        guard let text = query["ids"] else {
            throw Refusal(status: 400, message: "ids= or bbox= is required")
        }
        if text.hasPrefix("@"), !text.utf8.contains(.comma) {
            return .state(String(text.dropFirst()).uppercased())
        }
        return .stations(try stations(text))
    }

    static func stations(_ text: String) throws(Refusal) -> [String] {
        let words = text.uppercased().split { $0 == "," || $0 == " " }.map(String.init)
        var seen: Set<String> = []
        let stations = words.filter { seen.insert($0).inserted }
        guard stations.count <= mostStations else {
            throw Refusal(status: 400, message: "ids= has more than \(mostStations) stations")
        }
        let isPlain = stations.allSatisfy { $0.utf8.count <= 8 && $0.utf8.allSatisfy(\.isLetterOrDigit) }
        guard isPlain, !stations.isEmpty else {
            throw Refusal(status: 400, message: "ids=\(text) is not a list of stations such as KPWM,KBOS")
        }
        return stations
    }
}
