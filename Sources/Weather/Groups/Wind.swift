import Schemas

/// The wind of a METAR or TAF; absent where the report has `/////`.
///
/// Source: WMO-No. 306, FM 15, group dddffGfmfm and dndndnVdxdxdx.
public struct Wind: Hashable, Sendable {
    /// The unit of a reported speed.
    public enum Unit: UInt8, Sendable {
        /// Knots, `KT`.
        case knots
        /// Metres per second, `MPS`.
        case metersPerSecond
        /// Kilometres per hour, `KMH`.
        case kilometersPerHour

        /// The knots of one unit.
        public var knots: Double {
            switch self {
            case .knots: 1
            case .metersPerSecond: 3600 / Factor.nauticalMile
            case .kilometersPerHour: 1000 / Factor.nauticalMile
            }
        }
    }

    private var degrees: Int16 = -1
    private var mean: Int16 = -1
    private var peak: Int16 = -1
    private var left: Int16 = -1
    private var right: Int16 = -1

    /// Whether the direction is variable (VRB).
    public internal(set) var isVariable = false
    /// Whether the mean speed is above the given one (P).
    public internal(set) var isAbove = false
    /// Whether the gust is above the given one (P).
    public internal(set) var isGustAbove = false
    /// The unit of the reported speeds.
    public internal(set) var unit = Unit.knots

    init() {}

    /// The direction the wind blows from, in true degrees, 10...360; 0 if calm; `nil` if variable or not
    /// reported.
    public internal(set) var direction: Int? {
        get { degrees < 0 ? nil : Int(degrees) }
        set { degrees = Int16(newValue ?? -1) }
    }

    /// The reported mean speed over ten minutes; 0 means calm; `nil` if not reported.
    public internal(set) var reportedSpeed: Int? {
        get { mean < 0 ? nil : Int(mean) }
        set { mean = Int16(newValue ?? -1) }
    }

    /// The reported highest gust; `nil` if there was none.
    public internal(set) var reportedGust: Int? {
        get { peak < 0 ? nil : Int(peak) }
        set { peak = Int16(newValue ?? -1) }
    }

    /// The limits of a variable direction, clockwise, in true degrees; `nil` if it does not vary.
    public internal(set) var sector: (from: Int, to: Int)? {
        get { left < 0 ? nil : (Int(left), Int(right)) }
        set {
            left = Int16(newValue?.from ?? -1)
            right = Int16(newValue?.to ?? -1)
        }
    }

    /// The mean speed over ten minutes, in knots; 0 means calm; `nil` if not reported.
    public var speed: Double? { reportedSpeed.map { Double($0) * unit.knots } }

    /// The highest gust, in knots; `nil` if none was reported.
    public var gust: Double? { reportedGust.map { Double($0) * unit.knots } }
}
