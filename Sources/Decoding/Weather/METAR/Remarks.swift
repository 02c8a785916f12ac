public import Records

/// What stands behind RMK and has a meaning that is the same everywhere in North America.
///
/// Values are read only where the remarks are of that style: with `AO1`, `AO2` or `SLP`; the same letters occur
/// by chance in other texts.
///
/// Source: FMH-1 12.7; MANOBS (Canada) chapter 16 for `SLP` and `T`.
public struct Remarks: Hashable, Sendable {
    /// What fell within a time, millimetres.
    public struct Precipitation: Hashable, Sendable {
        /// Hundredths of an inch.
        let hundredths: Int16

        /// The amount; 0 for a trace.
        public var amount: Double { Double(hundredths) * 0.254 }
        /// Less than can be measured, but not nothing.
        public var isTrace: Bool { hundredths == 0 }
    }

    /// The strongest wind since the last report.
    public struct PeakWind: Hashable, Sendable {
        /// Where it blew from, true degrees.
        public let direction: Int16
        /// Knots.
        public let speed: Int16
        /// When; `nil` when the time is none.
        public let time: UTC?
    }

    /// How the pressure went in three hours.
    public struct Tendency: Hashable, Sendable {
        let tenths: Int16

        /// The course by code table 0200, 0...8.
        public let character: UInt8
        /// The change, hectopascals; negative when it fell.
        public var change: Double { Double(tenths) / 10 }
    }

    /// The least and the greatest of something.
    public struct Bounds: Hashable, Sendable {
        /// The least.
        public let low: Float
        /// The greatest.
        public let high: Float

        init(low: Double, high: Double) { (self.low, self.high) = (Float(low), Float(high)) }
    }

    /// The kind of automatic station, `AO1` or `AO2`; `nil` when not said.
    @Word public internal(set) var station: Code?
    /// Pressure reduced to sea level, hectopascals; `nil` when not reported.
    @Hundredths public internal(set) var seaLevelPressure: Double?
    /// Air temperature to a tenth, degrees Celsius; `nil` when not reported.
    @Hundredths public internal(set) var temperature: Double?
    /// Dew point to a tenth, degrees Celsius; `nil` when not reported.
    @Hundredths public internal(set) var dewPoint: Double?
    /// The strongest wind since the last report; `nil` when not reported.
    public internal(set) var peakWind: PeakWind?
    /// When the wind shifted; `nil` when it did not.
    public internal(set) var windShift: UTC?
    /// The wind shifted with the passage of a front.
    public internal(set) var isFrontal = false
    /// How the pressure went in three hours; `nil` when not reported.
    public internal(set) var tendency: Tendency?
    /// Precipitation of the last hour; `nil` when not reported.
    public internal(set) var hourly: Precipitation?
    /// Precipitation of the last three or six hours; `nil` when not reported.
    public internal(set) var sixHourly: Precipitation?
    /// Precipitation of the last day; `nil` when not reported.
    public internal(set) var daily: Precipitation?
    /// Highest temperature of six hours, degrees Celsius; `nil` when not reported.
    @Hundredths public internal(set) var maximum: Double?
    /// Lowest temperature of six hours, degrees Celsius; `nil` when not reported.
    @Hundredths public internal(set) var minimum: Double?
    /// Lowest and highest temperature of the day, degrees Celsius; `nil` when not reported.
    public internal(set) var dayBounds: Bounds?
    /// Depth of snow, centimetres; `nil` when not reported.
    @Hundredths public internal(set) var snowDepth: Double?
    /// By how much snow grew in the last hour, centimetres; `nil` when not reported.
    @Hundredths public internal(set) var snowIncrease: Double?
    /// Water in the snow on the ground, millimetres; `nil` when not reported.
    @Hundredths public internal(set) var snowWater: Double?
    /// Sunshine of the day before, minutes; `nil` when not reported.
    public internal(set) var sunshine: Int16?
    /// Cloud types by code tables 0513, 0515 and 0509, such as `8/578`; `nil` when not reported.
    @Word public internal(set) var cloudTypes: Code?
    /// Between what the ceiling varies, feet; `nil` when it does not.
    public internal(set) var ceiling: Bounds?
    /// Between what the visibility varies, metres; `nil` when it does not.
    public internal(set) var visibility: Bounds?
    /// Visibility from the tower, metres; `nil` when not reported.
    @Hundredths public internal(set) var towerVisibility: Double?
    /// Visibility at the surface, metres; `nil` when not reported.
    @Hundredths public internal(set) var surfaceVisibility: Double?
    /// Weather with the times at which it began and ended, such as `RAB12E30`, as reported.
    public internal(set) var weatherTimes: [String] = []
    /// Lightning as reported, such as `LTGICCG`.
    @Word public internal(set) var lightning: Code?
    /// Precipitation that does not reach the ground.
    public internal(set) var hasVirga = false
    /// The pressure rises or falls rapidly: `PRESRR` or `PRESFR`.
    @Word public internal(set) var pressureChange: Code?
    /// What does not work, such as `RVRNO` or `FZRANO`.
    public var outages: [String] {
        Remarks.sensors.indices.filter { failed & 1 << $0 != 0 }.map { Remarks.sensors[$0] }
    }
    private var failed: UInt8 = 0
    /// The station needs maintenance (`$`).
    public internal(set) var needsMaintenance = false

    init() {}

    private static let sensors = ["RVRNO", "PWINO", "PNO", "FZRANO", "TSNO", "VISNO", "CHINO", "SLPNO"]

    /// Takes in a word such as `TSNO`; what else ends in `NO` is none.
    mutating func takeOutage(_ token: Token) {
        if token.is("TSNO") {
            failed |= 1 << 4
        } else if token.is("PNO") {
            failed |= 1 << 2
        } else if token.is("FZRANO") {
            failed |= 1 << 3
        } else if token.is("SLPNO") {
            failed |= 1 << 7
        } else if token.is("PWINO") {
            failed |= 1 << 1
        } else if token.is("RVRNO") {
            failed |= 1
        } else if token.is("VISNO") {
            failed |= 1 << 5
        } else if token.is("CHINO") {
            failed |= 1 << 6
        }
    }

    /// Whether nothing was understood.
    public var isEmpty: Bool { self == Remarks() }
}

extension METAR {
    /// What the remarks say; `nil` when there are none.
    public var remarks: Remarks? {
        if remarksPlace.isEmpty { return nil }
        var remarks = Remarks()
        remarks.read(remarksPlace.range, text.span, base: time)
        return remarks
    }
}
