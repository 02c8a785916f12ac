public import Records
import Schemas

/// The remarks after RMK that have one meaning.
///
/// Groups such as `8/578` are read only from remarks in the style of North America, which contain `AO1`, `AO2`,
/// `SLP` or `T` with eight digits; in other texts, the same digits occur by chance. Words such as `GR` and
/// `QFE748/0997` are read everywhere.
///
/// Source: FMH-1 12.7; MANOBS (Canada) chapter 16 for `SLP` and `T`.
public struct Remarks: Hashable, Sendable {
    /// The precipitation within a period.
    public struct Precipitation: Hashable, Sendable {
        /// The amount in hundredths of an inch.
        let hundredths: Int16

        /// The amount in millimetres; 0 for a trace.
        public var amount: Double { Double(hundredths) * Factor.inch / 100 }
        /// Whether the amount is not zero but too small to measure.
        public var isTrace: Bool { hundredths == 0 }
    }

    /// The strongest wind since the last report.
    public struct PeakWind: Hashable, Sendable {
        /// The direction it blew from, in true degrees.
        public let direction: Int16
        /// The speed in knots.
        public let speed: Int16
        /// The time; `nil` if it is invalid.
        public let time: UTC?
    }

    /// The pressure tendency of three hours.
    public struct Tendency: Hashable, Sendable {
        let tenths: Int16

        /// The characteristic by code table 0200, 0...8.
        public let character: UInt8
        /// The change in hectopascals; negative for a fall.
        public var change: Double { Double(tenths) / 10 }
    }

    /// A lower and an upper limit.
    public struct Bounds: Hashable, Sendable {
        /// The lower limit.
        public let low: Float
        /// The upper limit.
        public let high: Float

        init(low: Double, high: Double) {
            self.low = Float(low)
            self.high = Float(high)
        }
    }

    /// A value of one place, such as `CIG 002 RWY11` or `VIS NE 2 1/2`.
    public struct Local: Hashable, Sendable {
        /// The runway or the directions, as reported.
        public let place: String
        /// The value, in the unit of the member that holds it.
        public let value: Double
        /// Whether the true value is less.
        public let isLess: Bool
    }

    /// The type of automatic station, `AO1` or `AO2`; `nil` if not given.
    @OptionalText public internal(set) var station: ShortText?
    /// The sea-level pressure in hectopascals; `nil` if not reported.
    @Hundredths public internal(set) var seaLevelPressure: Double?
    /// The air temperature to a tenth of a degree Celsius; `nil` if not reported.
    @Hundredths public internal(set) var temperature: Double?
    /// The dew point to a tenth of a degree Celsius; `nil` if not reported.
    @Hundredths public internal(set) var dewPoint: Double?
    /// The strongest wind since the last report; `nil` if not reported.
    public internal(set) var peakWind: PeakWind?
    /// The time of a wind shift; `nil` if there was none.
    public internal(set) var windShift: UTC?
    /// Whether the wind shifted with a frontal passage.
    public internal(set) var isFrontal = false
    /// The pressure tendency of three hours; `nil` if not reported.
    public internal(set) var tendency: Tendency?
    /// The precipitation of the last hour; `nil` if not reported.
    public internal(set) var hourly: Precipitation?
    /// The precipitation of the last three or six hours; `nil` if not reported.
    public internal(set) var sixHourly: Precipitation?
    /// The precipitation of the last day; `nil` if not reported.
    public internal(set) var daily: Precipitation?
    /// The maximum temperature of six hours in degrees Celsius; `nil` if not reported.
    @Hundredths public internal(set) var maximum: Double?
    /// The minimum temperature of six hours in degrees Celsius; `nil` if not reported.
    @Hundredths public internal(set) var minimum: Double?
    /// The minimum and maximum temperature of the day in degrees Celsius; `nil` if not reported.
    public internal(set) var dayBounds: Bounds?
    /// The snow depth in centimetres; `nil` if not reported.
    @Hundredths public internal(set) var snowDepth: Double?
    /// The increase of snow in the last hour in centimetres; `nil` if not reported.
    @Hundredths public internal(set) var snowIncrease: Double?
    /// The water equivalent of snow on the ground in millimetres; `nil` if not reported.
    @Hundredths public internal(set) var snowWater: Double?
    /// The sunshine of the previous day in minutes; `nil` if not reported.
    public internal(set) var sunshine: Int16?
    /// The cloud types by code tables 0513, 0515 and 0509, such as `8/578`; `nil` if not reported.
    @OptionalText public internal(set) var cloudTypes: ShortText?
    /// The limits of a variable ceiling in feet; `nil` if it does not vary.
    public internal(set) var ceiling: Bounds?
    /// The limits of a variable visibility in metres; `nil` if it does not vary.
    public internal(set) var visibility: Bounds?
    /// The visibility from the tower in metres; `nil` if not reported.
    @Hundredths public internal(set) var towerVisibility: Double?
    /// The visibility at the surface in metres; `nil` if not reported.
    @Hundredths public internal(set) var surfaceVisibility: Double?
    /// Whether precipitation evaporates before it reaches the ground.
    public internal(set) var hasVirga = false
    /// A rapid rise or fall of pressure: `PRESRR` or `PRESFR`.
    @OptionalText public internal(set) var pressureChange: ShortText?
    /// The sensors that are out of order, such as `RVRNO` or `FZRANO`.
    public var outages: [String] {
        Remarks.sensors.indices.filter { failed & 1 << $0 != 0 }.map { Remarks.sensors[$0] }
    }
    private var failed: UInt8 = 0
    /// The remarks that few reports have, one value or none.
    private var box: [RareRemarks] = []
    /// Whether there are remarks that few reports have.
    var hasRare: Bool { !box.isEmpty }
    /// The remarks that few reports have.
    var rare: RareRemarks {
        get { box.first ?? RareRemarks() }
        set { box = [newValue] }
    }

    /// Keeps a remark as reported.
    mutating func append(_ sort: RemarkPhrase.Sort, _ text: String) {
        if box.isEmpty { box.append(RareRemarks()) }
        box[0].phrases.append(RemarkPhrase(sort: sort, text: text))
    }
    /// Whether the station needs maintenance (`$`).
    public internal(set) var needsMaintenance = false

    init() {}

    private static let sensors = ["RVRNO", "PWINO", "PNO", "FZRANO", "TSNO", "VISNO", "CHINO", "SLPNO"]

    /// Reads a word such as `TSNO`; ignores other words that end in `NO`.
    mutating func parseOutage(_ token: Token) {
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

    /// Whether no remark was understood.
    public var isEmpty: Bool { self == Remarks() }
}

extension METAR {
    /// The parsed remarks; `nil` if there are none.
    @inlinable public var remarks: Remarks? { hasRemarks ? readRemarks() : nil }

    /// Whether there are remarks.
    @usableFromInline var hasRemarks: Bool { !remarksPlace.isEmpty }

    /// Parses the remarks.
    @usableFromInline func readRemarks() -> Remarks {
        var remarks = Remarks()
        remarks.read(remarksPlace.range, in: text.span, base: time)
        if let pressure { remarks.bringSeaLevel(near: pressure.hectopascals) }
        return remarks
    }
}
