public import Records

/// The winds and temperatures that are forecast above a station.
///
/// Source: NWSI 10-812 (FB products), FMH-1's older FD form of the same.
public struct WindsAloft: Hashable, Sendable {
    /// One height.
    public struct Level: Hashable, Sendable {
        /// Above mean sea level, feet.
        public let altitude: Int
        /// Where the wind blows from, true degrees, 10...360; `nil` when light and variable.
        public let direction: Int?
        /// Knots; `nil` when light and variable, which is less than 5.
        public let speed: Int?
        /// The speed is 199 knots or more.
        public let isAbove: Bool
        /// Degrees Celsius; `nil` when not forecast: at 3,000 feet and near the ground.
        public let temperature: Int?

        /// Light and variable.
        public var isVariable: Bool { direction == nil }
    }

    /// The station's letters, such as `BOS`.
    public let station: String
    /// The model run that it is based on; `nil` when not said.
    public let based: UTC?
    /// When it holds best; `nil` when not said.
    public let time: UTC?
    /// From when on it is to be used; `nil` when not said.
    public let from: UTC?
    /// Until when it is to be used; `nil` when not said.
    public let until: UTC?
    /// The heights, from below; those without a forecast are left out.
    public let levels: [Level]
}

extension WindsAloft {
    /// The record of this forecast: keyed by station, members as a canonical JSON object.
    public var record: Record {
        var writer = JSONWriter(capacity: 1024)
        writer.beginObject()
        writer.member("based", based)
        writer.member("from", from)
        writer.object("levels") { writer in
            let sorted = levels.map { ("\($0.altitude)", $0) }.sorted { $0.0.precedes($1.0) }
            for (name, level) in sorted {
                writer.name(name)
                writer.object(level.write)
            }
        }
        writer.member("station", station)
        writer.member("time", time)
        writer.member("type", "WINDS")
        writer.member("until", until)
        writer.endObject()
        return Record(key: station, data: writer.bytes)
    }
}

extension WindsAloft.Level {
    /// Writes the members of a level, sorted.
    func write(to writer: inout JSONWriter) {
        writer.member("direction", direction)
        writer.member("speed", speed)
        writer.flag("speedAbove", isAbove)
        writer.member("temperature", temperature)
        writer.flag("variable", isVariable)
    }

    /// Reads `DDff[±TT]` or, above 24,000 feet, `DDffTT`; `nil` when the text is none.
    ///
    /// Tens of degrees above 50 mean 50 less and 100 knots more; 9900 is light and variable.
    static func read(_ bytes: Span<UInt8>, _ range: Range<Int>, altitude: Int) -> WindsAloft.Level? {
        var scan = Scan(range)
        guard let tens = scan.number(bytes, exactly: 2), let knots = scan.number(bytes, exactly: 2) else {
            return nil
        }
        var temperature: Int?
        if !scan.isAtEnd {
            let isPlus = scan.take("+", bytes)
            let isSigned = isPlus || scan.take("-", bytes)
            guard isSigned || altitude > 24_000, let degrees = scan.number(bytes, exactly: 2), scan.isAtEnd
            else {
                return nil
            }
            temperature = isPlus ? degrees : -degrees
        }
        if tens == 99, knots == 0 {
            return WindsAloft.Level(
                altitude: altitude, direction: nil, speed: nil, isAbove: false, temperature: temperature)
        }
        let isFast = tens > 50
        let direction = (isFast ? tens - 50 : tens) * 10
        guard direction <= 360 else { return nil }
        return WindsAloft.Level(
            altitude: altitude, direction: direction, speed: knots + (isFast ? 100 : 0),
            isAbove: isFast && knots == 99, temperature: temperature)
    }
}
