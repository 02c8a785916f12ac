public import Records

/// The forecast winds and temperatures above a station.
///
/// Source: NWSI 10-812 (FB products), and FMH-1 for the older FD form.
public struct WindsAloft: Hashable, Sendable {
    /// The forecast for one height.
    public struct Level: Hashable, Sendable {
        /// The height above mean sea level in feet.
        public let altitude: Int
        /// The direction the wind blows from, in true degrees, 10...360; `nil` if light and variable.
        public let direction: Int?
        /// The speed in knots; `nil` if light and variable, which is less than 5.
        public let speed: Int?
        /// Whether the speed is 199 knots or more.
        public let isAbove: Bool
        /// The temperature in degrees Celsius; `nil` if not forecast, as at 3,000 feet and near the ground.
        public let temperature: Int?

        /// Whether the wind is light and variable.
        public var isVariable: Bool { direction == nil }
    }

    /// The identifier of the station, such as `BOS`.
    public let station: String
    /// The time of the model run; `nil` if not given.
    public let based: UTC?
    /// The valid time; `nil` if not given.
    public let time: UTC?
    /// The start of the period of use; `nil` if not given.
    public let from: UTC?
    /// The end of the period of use; `nil` if not given.
    public let until: UTC?
    /// The levels from the lowest on, without those that have no forecast.
    public let levels: [Level]
}

extension WindsAloft {
    /// The record of this forecast, with the station as its key and canonical JSON as its data.
    public var record: Record {
        var writer = JSONWriter(capacity: 1024)
        writer.beginObject()
        writer.member(.based, based)
        writer.member(.from, from)
        writer.object(.levels) { writer in
            let sorted = levels.map { ("\($0.altitude)", $0) }.sorted { $0.0.precedes($1.0) }
            for (name, level) in sorted {
                writer.name(name)
                writer.object(level.write)
            }
        }
        writer.member(.station, station)
        writer.member(.time, time)
        writer.member(.type, "WINDS")
        writer.member(.until, until)
        writer.endObject()
        return Record(key: station, data: writer.bytes)
    }
}

extension WindsAloft.Level {
    /// Writes the members of a level in sorted order.
    func write(to writer: inout JSONWriter) {
        writer.member(.direction, direction)
        writer.member(.speed, speed)
        writer.flag(.speedAbove, if: isAbove)
        writer.member(.temperature, temperature)
        writer.flag(.variable, if: isVariable)
    }

    /// Parses `DDff[±TT]` or, above 24,000 feet, `DDffTT`; `nil` for other text.
    ///
    /// Tens of degrees above 50 mean 50 less and 100 knots more; 9900 is light and variable.
    static func read(_ bytes: Span<UInt8>, range: Range<Int>, altitude: Int) -> WindsAloft.Level? {
        var scan = ByteCursor(range)
        guard let tens = scan.number(bytes, exactly: 2), let knots = scan.number(bytes, exactly: 2) else {
            return nil
        }
        var temperature: Int?
        if !scan.isAtEnd {
            let isPlus = scan.consume("+", in: bytes)
            let isSigned = isPlus || scan.consume("-", in: bytes)
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
