import Fetching
import Records

/// The host policy of an upstream: its rules for all clients, beyond what HTTP expresses.
///
/// Source: weather-gov/api, general FAQs; api.met.no, terms of service; operations.osmfoundation.org,
/// Nominatim usage policy; aviationweather.gov, rate limits of its data API; open-meteo.com, terms and model
/// updates.
nonisolated struct HostPolicy: Sendable {
    private let host: String
    /// The maximum number of decimals of a coordinate; `nil` for no limit.
    private let decimals: Int?

    /// The hosts that refuse clients without a contact address.
    private static let strict = [
        HostPolicy(host: "api.weather.gov", decimals: 4), HostPolicy(host: "api.met.no", decimals: 4),
        HostPolicy(host: "nominatim.openstreetmap.org", decimals: nil),
    ]

    /// Returns the reason why an address must not be fetched.
    ///
    /// - Parameters:
    ///   - url: The address, complete.
    ///   - contact: The contact address of the machine's operator; `nil` if it is not configured.
    /// - Returns: `nil` if it may be fetched.
    static func refusal(of url: String, contact: String?) -> FetchFailure? {
        let host = host(of: url)
        guard let rule = strict.first(where: { $0.host == host }) else { return nil }
        if contact == nil {
            return FetchFailure(
                .policy,
                "\(rule.host) requires contact information: "
                    + "set Contact= in almanac.conf, then reload almanacd")
        }
        guard let limit = rule.decimals, let number = number(in: url, beyond: limit) else { return nil }
        return FetchFailure(
            .policy,
            "\(rule.host) accepts coordinates with at most \(limit) decimals, not \(number): correct URL="
        )
    }

    /// The minimum time between requests for the same resource, for hosts that do not state it by HTTP: one
    /// allows a request per minute, and so does Reddit; the models of others change hourly at most.
    private static let pauses: [String: Duration] = [
        "aviationweather.gov": .seconds(60), "api.open-meteo.com": .seconds(900),
        "air-quality-api.open-meteo.com": .seconds(900), "www.reddit.com": .seconds(60),
    ]

    /// The minimum time between requests of one address to a host; `nil` for the usual one.
    ///
    /// Source: FreshRSS issue 8928: since June 2026, Reddit answers one request a minute of an address.
    static func spacing(of url: String) -> Duration? {
        host(of: url) == "www.reddit.com" ? .seconds(60) : nil
    }

    /// Returns a failure in the words for what is known of its host; the same failure if nothing is known.
    ///
    /// Source: ocaml/ocaml.org issue 3512, Ranchero-Software/NetNewsWire issue 5212 (feeds of YouTube);
    /// FreshRSS issue 8928, quiterss issue 1626 (Reddit).
    static func explained(_ failure: FetchFailure, of url: String) -> FetchFailure {
        guard let status = failure.httpStatus else { return failure }
        let host = host(of: url)
        switch (host, status) {
        case ("www.youtube.com", 404), ("www.youtube.com", 500...):
            return failure.saying(
                "\(host): YouTube's feeds answer \(status) for every channel at times, for hours or days; "
                    + "the last videos stay, and almanacd tries again. If only this channel fails, check its "
                    + "identifier")
        case ("www.reddit.com", 403):
            return failure.saying(
                "\(host): Reddit refuses this address (403), as it does those of data centres and VPNs; "
                    + "the last posts stay. The address of your own feed (old.reddit.com/prefs/feeds) in "
                    + "URL= helps")
        case ("www.reddit.com", 429):
            return failure.saying(
                "\(host): Reddit asks to wait (429): it answers one request a minute of an address, "
                    + "and fewer of one that many share; the last posts stay, and almanacd tries again")
        default: return failure
        }
    }

    /// Returns the minimum time from a response to the next request for the same resource; 0 if the upstream
    /// states none.
    static func pause(of url: String) -> Duration { pauses[host(of: url)] ?? .zero }

    /// Returns the host of an address in lower case; empty if there is none.
    static func host(of url: String) -> String {
        guard let scheme = url.firstRange(ofText: "://") else { return "" }
        let authority = url.utf8[scheme.upperBound...].prefix {
            $0 != .slash && $0 != .questionMark && $0 != .numberSign
        }
        let host = authority.split(separator: UInt8(ascii: "@")).last ?? authority[..<authority.startIndex]
        return Substring(host.prefix { $0 != .colon }).lowercased()
    }

    /// Returns the first number after the host that has more decimals than the limit.
    private static func number(in url: String, beyond limit: Int) -> Substring? {
        guard let scheme = url.firstRange(ofText: "://") else { return nil }
        let rest = url[scheme.upperBound...].drop { !"/?#".contains($0) }
        let words = rest.split { !($0.isASCII && ($0.isNumber || $0 == "." || $0 == "-")) }
        return words.first { word in
            Double(word) != nil && (word.split(separator: ".").dropFirst().first?.count ?? 0) > limit
        }
    }
}
