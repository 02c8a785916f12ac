public import Records

/// The options of a request to wttr.in, read from the query of a URL.
///
/// The `%` of a format is not followed by two hexadecimal digits. Decoders of URLs refuse such a query, or
/// cut it off: `format=%l:+%c+%t`. Therefore this takes the query as it was received.
///
/// Source: chubin/wttr.in, lib/parse_query.py: names without a value are options of one letter; `view` and
/// `format` mean the same.
public struct WttrQuery: Hashable, Sendable {
    /// The format; `nil` if none was requested.
    public private(set) var format: String?
    /// The options of one letter, such as `m` or `0q`; empty if there are none.
    public private(set) var letters = ""

    /// Reads the part of a URL after `?`, before it has been decoded; options of other names are ignored.
    public init(_ query: String) {
        for option in query.utf8.split(separator: .ampersand) {
            let parts = option.split(separator: .equals, maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? WttrQuery.decoded(parts[1]) : ""
            set(WttrQuery.decoded(parts[0]), to: value)
        }
    }

    private mutating func set(_ name: String, to value: String) {
        if value.isEmpty {
            letters += name
        } else if name == "view" || (name == "format" && format == nil) {
            format = value
        }
    }

    /// Returns text with `+` as a space and `%20` as its byte; a `%` without two hexadecimal digits stays as
    /// it is, and invalid UTF-8 becomes U+FFFD.
    private static func decoded(_ text: Substring.UTF8View) -> String {
        var rest = text
        var bytes: [UInt8] = []
        while let byte = rest.popFirst() {
            if byte == .percent, let value = byteValue(rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == .plus ? .space : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func byteValue(_ digits: Substring.UTF8View) -> UInt8? {
        let values = digits.compactMap(\.hexadecimalValue)
        return values.count == 2 ? values[0] * 16 + values[1] : nil
    }
}

/// The units of a line in a format of wttr.in.
///
/// Source: chubin/wttr.in, README.md, "Weather Units": `m`, `u` and `M`.
public struct WttrUnits: Hashable, Sendable {
    /// Whether temperatures are in degrees Fahrenheit and wind speeds in miles per hour.
    public var isImperial: Bool
    /// Whether wind speeds are in metres per second; this precedes `isImperial`.
    public var hasMetersPerSecond: Bool

    /// Makes units; metric ones, with km/h, by default.
    public init(isImperial: Bool = false, hasMetersPerSecond: Bool = false) {
        self.isImperial = isImperial
        self.hasMetersPerSecond = hasMetersPerSecond
    }

    /// Makes the units that a client asked for.
    ///
    /// - Parameters:
    ///   - letters: The options of one letter, such as `m0q`; letters that do not concern units are ignored.
    ///   - byDefault: The units of the user, which count if there is neither `m` nor `u`, or both.
    public init(letters: some StringProtocol, byDefault: Units) {
        let letters = String(letters)
        let isMetric = letters.contains(text: "m")
        let isImperial = letters.contains(text: "u")
        self.isImperial = isMetric == isImperial ? byDefault == .imperial : isImperial
        hasMetersPerSecond = letters.contains(text: "M")
    }
}

/// The local time of an answer in a format of wttr.in.
public struct WttrClock: Sendable {
    /// The current time.
    public var now: UTC
    /// The zone of all times that are printed.
    public var zone: Zone
    /// The name of the zone, such as `America/New_York`, which `%Z` prints; `nil` for its offset from UTC.
    public var zoneName: String?

    /// Makes a clock.
    public init(now: UTC, zone: Zone, zoneName: String? = nil) {
        self.now = now
        self.zone = zone
        self.zoneName = zoneName
    }

    /// The time of day with the offset from UTC, such as `09:07:00-0500`.
    var timeWithOffset: String { zone.plainClock(now) + offset(separator: "") }

    /// The name of the zone, or else `UTC` or `UTC-05:00`.
    var shownZone: String {
        if let zoneName { return visible(zoneName) }
        return secondsEast == 0 ? "UTC" : "UTC" + offset(separator: ":")
    }

    private func offset(separator: String) -> String {
        let minutes = abs(secondsEast) / 60
        let sign = secondsEast < 0 ? "-" : "+"
        return sign + twoDigits(minutes / 60) + separator + twoDigits(minutes % 60)
    }

    /// The offset of local time from UTC now, in seconds.
    private var secondsEast: Int { UTC(zone.fields(now)).map { Int($0.seconds - now.seconds) } ?? 0 }
}

/// The place of an answer in a format of wttr.in.
public struct WttrPlace: Sendable {
    /// The name, which `%l` prints: the location as the client wrote it, or a better name of it.
    public var name: String
    /// The position; `nil` if unknown: then the times of the Sun are unknown, too.
    public var position: Position?
    /// The region, such as `Maine`; `nil` if unknown.
    public var region: String?
    /// The country, such as `United States of America`; `nil` if unknown.
    public var country: String?

    /// Makes a place.
    public init(_ name: String, position: Position?, region: String? = nil, country: String? = nil) {
        self.name = name
        self.position = position
        self.region = region
        self.country = country
    }
}
