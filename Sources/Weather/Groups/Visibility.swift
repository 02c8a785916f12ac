import Schemas

/// A horizontal visibility.
///
/// Source: WMO-No. 306, FM 15, group VVVV; FMH-1 12.6.6.
public struct Visibility: Hashable, Sendable {
    /// The unit of a reported visibility.
    public enum Unit: UInt8, Sendable {
        /// Metres.
        case meters
        /// Statute miles, `SM`.
        case statuteMiles
        /// Kilometres, `KM`.
        case kilometers

        /// The metres of one unit.
        public var meters: Double {
            switch self {
            case .meters: 1
            case .statuteMiles: Factor.statuteMile
            case .kilometers: 1000
            }
        }
    }

    /// Whether the true value is exact, below or above.
    public enum Qualifier: UInt8, Sendable {
        /// The value as given.
        case exact
        /// Less than the value (`M1/4SM`).
        case less
        /// More than the value (`P6SM`, 9999).
        case more
    }

    private let numerator: Int16
    private let denominator: Int16
    private var letters: UInt32 = 0

    /// The unit of the reported visibility.
    public let unit: Unit
    /// Whether the true value is below or above.
    public let qualifier: Qualifier

    init(_ numerator: Int, over denominator: Int = 1, unit: Unit, qualifier: Qualifier = .exact) {
        self.numerator = Int16(clamping: numerator)
        self.denominator = Int16(clamping: denominator)
        self.unit = unit
        self.qualifier = qualifier
    }

    /// The compass point to which the visibility applies, such as `NE`; `nil` if it applies to all.
    public internal(set) var direction: ShortText? {
        get { letters == 0 ? nil : ShortText(letters: letters) }
        set { letters = newValue?.letters ?? 0 }
    }

    /// Ten kilometres or more, as in CAVOK and 9999.
    static let tenKilometers = Visibility(10_000, unit: .meters, qualifier: .more)

    /// The reported number in its own unit; 10,000 for 9999.
    public var reported: Double { Double(numerator) / Double(denominator) }

    /// The visibility in metres.
    public var meters: Double { reported * unit.meters }

    /// The visibility in statute miles of 1609.344 m.
    public var statuteMiles: Double { unit == .statuteMiles ? reported : meters / Factor.statuteMile }
}
