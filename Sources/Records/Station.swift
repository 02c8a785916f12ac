/// A place that reports the weather, or for which it is forecast.
public struct Station: Hashable, Sendable {
    /// Its indicator, such as `KPWM` (ICAO Doc 7910).
    public let identifier: String
    /// What it is called; never empty.
    public let name: String
    /// Where it is.
    public let position: Position
    /// How high it lies, metres above the sea; `nil` when unknown.
    public let elevation: Double?
    /// The country, two letters by ISO 3166; `nil` when unknown.
    public let country: String?
    /// The state or province, as the country abbreviates it; `nil` when unknown.
    public let region: String?
    /// Whether it is known to report the weather (METAR).
    public let reports: Bool
    /// Whether the weather is known to be forecast for it (TAF).
    public let isForecast: Bool

    /// Its name with where it is: `Portland Intl, ME, US`.
    public var title: String {
        ([name, region, country] as [String?]).compactMap { $0 }.joined(separator: ", ")
    }

    /// Whether its title has all words of a text, whole, whatever the case.
    public func isNamed(_ text: String) -> Bool {
        let words = Station.words(title)
        return Station.words(text).allSatisfy(words.contains)
    }

    static func words(_ text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }
    }
}
