/// A place with weather reports or forecasts.
public struct Station: Hashable, Sendable {
    /// The location indicator, such as `KPWM` (ICAO Doc 7910).
    public let identifier: String
    /// The name; never empty.
    public let name: String
    /// The position.
    public let position: Position
    /// The elevation above sea level, in metres; `nil` if unknown.
    public let elevation: Double?
    /// The ISO 3166 country code of two letters; `nil` if unknown.
    public let country: String?
    /// The state or province, as abbreviated in that country; `nil` if unknown.
    public let region: String?
    /// Whether the station is known to issue METARs.
    public let reports: Bool
    /// Whether TAFs are known to be issued for the station.
    public let isForecast: Bool

    /// The name with region and country: `Portland Intl, ME, US`.
    public var title: String {
        ([name, region, country] as [String?]).compactMap { $0 }.joined(separator: ", ")
    }

    /// Whether the title contains every word of a text, ignoring case.
    public func isNamed(_ text: String) -> Bool {
        let words = Station.words(title)
        return Station.words(text).allSatisfy(words.contains)
    }

    static func words(_ text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }
    }
}
