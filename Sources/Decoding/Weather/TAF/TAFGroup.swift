public import Records

/// What holds from the beginning of a forecast, or a change of it.
public struct TAFGroup: Hashable, Sendable {
    /// How a group changes what holds.
    public enum Change: UInt8, Sendable {
        /// What holds from the beginning.
        case initial
        /// Replaces everything from its time on (FM).
        case from
        /// Comes gradually within its period and holds from its end; what it does not name stays (BECMG).
        case becoming
        /// For less than an hour each, and less than half of the period (TEMPO).
        case temporary
        /// For less than half an hour each (INTER, Australia).
        case intermittent
        /// May be so within its period (PROB30, PROB40).
        case probable

        /// The word of the code; `nil` for the beginning.
        public var code: String? {
            switch self {
            case .initial: nil
            case .from: "FM"
            case .becoming: "BECMG"
            case .temporary: "TEMPO"
            case .intermittent: "INTER"
            case .probable: "PROB"
            }
        }

        /// Whether it lies over what holds instead of changing it.
        public var isOverlay: Bool { rawValue >= Change.temporary.rawValue }
    }

    /// Wind shear between the ground and a height.
    public struct WindShear: Hashable, Sendable {
        /// The height, feet.
        public let height: Int
        /// Where the wind blows from there, true degrees.
        public let direction: Int
        /// How strong it is there, knots.
        public let speed: Int
    }

    /// Turbulence or icing in a layer, as military forecasts have it.
    public struct Hazard: Hashable, Sendable {
        /// It is icing, otherwise turbulence.
        public let isIcing: Bool
        /// The kind by the code table of the group, 0...9 or X.
        public let type: Code
        /// The layer's base, feet.
        public let base: Int
        /// The layer's depth, feet.
        public let depth: Int
    }

    /// How it changes what holds.
    public internal(set) var change: Change
    /// How probable it is, per cent; `nil` when not said.
    public internal(set) var probability: Int?
    /// When it begins; `nil` when not said.
    public internal(set) var from: UTC?
    /// When it ends, for BECMG when the change is complete; `nil` when not said.
    public internal(set) var until: UTC?
    /// Wind, visibility, weather and clouds.
    public internal(set) var conditions = Conditions()
    /// Wind shear; `nil` when none is forecast.
    public internal(set) var windShear: WindShear?
    /// The lowest altimeter setting (QNH2992INS); `nil` when not said.
    public internal(set) var pressure: Pressure?
    /// Turbulence and icing, in the order of the text.
    public internal(set) var hazards: [Hazard] = []

    var place: TextPlace
    var strangers: [TextPlace] = []

    init(_ change: Change, at token: Token) {
        self.change = change
        place = TextPlace(token.start, token.end)
    }
}
