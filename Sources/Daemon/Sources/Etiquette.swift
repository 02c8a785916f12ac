import Fetching
import Records

/// What an upstream asks of everybody who asks it, beyond what HTTP can say.
///
/// Source: weather-gov/api, general FAQs; api.met.no, terms of service; operations.osmfoundation.org, Nominatim
/// usage policy; aviationweather.gov, rate limits of its data API; open-meteo.com, terms and model updates.
nonisolated struct Etiquette: Sendable {
    private let host: String
    /// The most decimals of a coordinate; `nil` when it does not mind.
    private let decimals: Int?

    /// Those that refuse whoever does not say how to be reached.
    private static let strict = [
        Etiquette(host: "api.weather.gov", decimals: 4), Etiquette(host: "api.met.no", decimals: 4),
        Etiquette(host: "nominatim.openstreetmap.org", decimals: nil),
    ]

    /// Why an address must not be asked.
    ///
    /// - Parameters:
    ///   - url: The address, complete.
    ///   - contact: How to reach whoever runs this machine; `nil` when nobody said.
    /// - Returns: `nil` when it may be asked.
    static func refusal(of url: String, contact: String?) -> FetchFailure? {
        guard let rule = strict.first(where: { $0.host == host(of: url) }) else { return nil }
        if contact == nil {
            return FetchFailure(
                .policy,
                "\(rule.host) answers only those who say how to be reached: "
                    + "set Contact= in almanac.conf, then reload almanacd")
        }
        guard let limit = rule.decimals, let number = number(in: url, beyond: limit) else { return nil }
        return FetchFailure(
            .policy, "\(rule.host) takes coordinates with at most \(limit) decimals, not \(number): mend URL="
        )
    }

    /// How long those want to be left alone after an answer who do not say so by HTTP: one request a minute for one
    /// thing, models that change hourly at most.
    private static let pauses: [String: Duration] = [
        "aviationweather.gov": .seconds(60), "api.open-meteo.com": .seconds(900),
    ]

    /// The least time from an answer to the next request for the same; 0 when the upstream names none.
    static func pause(of url: String) -> Duration { pauses[host(of: url)] ?? .zero }

    /// The host of an address, in small letters; empty when it has none.
    static func host(of url: String) -> String {
        guard let scheme = url.firstRange(ofText: "://") else { return "" }
        let authority = url[scheme.upperBound...].prefix { !"/?#".contains($0) }
        let host = authority.split(separator: "@").last ?? ""
        return host.prefix { $0 != ":" }.lowercased()
    }

    /// The first number behind the host that has more decimals.
    private static func number(in url: String, beyond limit: Int) -> Substring? {
        guard let scheme = url.firstRange(ofText: "://") else { return nil }
        let rest = url[scheme.upperBound...].drop { !"/?#".contains($0) }
        let words = rest.split { !($0.isASCII && ($0.isNumber || $0 == "." || $0 == "-")) }
        return words.first { word in
            Double(word) != nil && (word.split(separator: ".").dropFirst().first?.count ?? 0) > limit
        }
    }
}
