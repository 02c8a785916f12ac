/// How far one sees, along the ground.
///
/// Source: WMO-No. 306, FM 15, group VVVV; FMH-1 12.6.6.
public struct Visibility: Hashable, Sendable {
    /// What a visibility was reported in.
    public enum Unit: UInt8, Sendable {
        /// Metres.
        case meters
        /// Statute miles, `SM`.
        case statuteMiles
        /// Kilometres, `KM`.
        case kilometers

        /// How many metres one is.
        public var meters: Double {
            switch self {
            case .meters: 1
            case .statuteMiles: 1609.344
            case .kilometers: 1000
            }
        }
    }

    /// Whether the true value is as given, below or above.
    public enum Qualifier: UInt8, Sendable {
        /// As given.
        case exact
        /// Less than given (`M1/4SM`).
        case less
        /// More than given (`P6SM`, 9999).
        case more
    }

    private let numerator: Int16
    private let denominator: Int16
    private var letters: UInt32 = 0

    /// What it was reported in.
    public let unit: Unit
    /// Whether the true value lies below or above.
    public let qualifier: Qualifier

    init(_ numerator: Int, over denominator: Int = 1, _ unit: Unit, _ qualifier: Qualifier = .exact) {
        (self.numerator, self.denominator) = (Int16(clamping: numerator), Int16(clamping: denominator))
        (self.unit, self.qualifier) = (unit, qualifier)
    }

    /// The compass point that it holds for, such as `NE`; `nil` when it is not bound to one.
    public internal(set) var direction: Code? {
        get { letters == 0 ? nil : Code(letters: letters) }
        set { letters = newValue?.letters ?? 0 }
    }

    /// Ten kilometres or more, as CAVOK and 9999 say.
    static let tenKilometers = Visibility(10_000, .meters, .more)

    /// The number as reported, in its own unit; 10,000 for 9999.
    public var reported: Double { Double(numerator) / Double(denominator) }

    /// Metres.
    public var meters: Double { reported * unit.meters }

    /// Statute miles of 1609.344 m.
    public var statuteMiles: Double { unit == .statuteMiles ? reported : meters / 1609.344 }
}
