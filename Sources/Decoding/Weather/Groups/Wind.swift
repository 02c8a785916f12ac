/// The wind of a METAR or TAF; absent where the report has `/////`.
///
/// Source: WMO-No. 306, FM 15, group dddffGfmfm and dndndnVdxdxdx.
public struct Wind: Hashable, Sendable {
    /// What a speed was reported in.
    public enum Unit: UInt8, Sendable {
        /// Knots, `KT`.
        case knots
        /// Metres per second, `MPS`.
        case metersPerSecond
        /// Kilometres per hour, `KMH`.
        case kilometersPerHour

        /// How many knots one is.
        public var knots: Double {
            switch self {
            case .knots: 1
            case .metersPerSecond: 3600.0 / 1852
            case .kilometersPerHour: 1000.0 / 1852
            }
        }
    }

    private var degrees: Int16 = -1
    private var mean: Int16 = -1
    private var peak: Int16 = -1
    private var left: Int16 = -1
    private var right: Int16 = -1

    /// The direction varies (VRB).
    public internal(set) var isVariable = false
    /// The mean speed is above the one given (P).
    public internal(set) var isAbove = false
    /// What the speeds were reported in.
    public internal(set) var unit = Unit.knots

    init() {}

    /// Where it blows from, true degrees, 10...360; 0 when calm; `nil` when variable or not reported.
    public internal(set) var direction: Int? {
        get { degrees < 0 ? nil : Int(degrees) }
        set { degrees = Int16(newValue ?? -1) }
    }

    /// Mean over ten minutes as reported; 0 is calm; `nil` when not reported.
    public internal(set) var reportedSpeed: Int? {
        get { mean < 0 ? nil : Int(mean) }
        set { mean = Int16(newValue ?? -1) }
    }

    /// Highest gust as reported; `nil` when none was.
    public internal(set) var reportedGust: Int? {
        get { peak < 0 ? nil : Int(peak) }
        set { peak = Int16(newValue ?? -1) }
    }

    /// Between which directions it varies, clockwise, true degrees; `nil` when it does not.
    public internal(set) var sector: (from: Int, to: Int)? {
        get { left < 0 ? nil : (Int(left), Int(right)) }
        set { (left, right) = (Int16(newValue?.from ?? -1), Int16(newValue?.to ?? -1)) }
    }

    /// Mean over ten minutes, knots; 0 is calm; `nil` when not reported.
    public var speed: Double? { reportedSpeed.map { Double($0) * unit.knots } }

    /// Highest gust, knots; `nil` when none was reported.
    public var gust: Double? { reportedGust.map { Double($0) * unit.knots } }

    /// The part of the wind across a runway, and along it.
    ///
    /// - Parameter heading: Where the runway leads, true degrees.
    /// - Returns: Knots; across is positive from the right, along is positive against the aircraft; `nil` when
    ///   direction or speed are unknown.
    public func components(heading: Double) -> (across: Double, along: Double)? {
        guard let direction, let speed else { return nil }
        let angle = (Double(direction) - heading) * .pi / 180
        return (speed * sine(angle), speed * sine(angle + .pi / 2))
    }
}
