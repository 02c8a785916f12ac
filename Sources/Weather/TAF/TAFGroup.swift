public import Records

/// The initial conditions of a forecast, or a change of them.
public struct TAFGroup: Hashable, Sendable {
    /// The kind of a change.
    public enum Change: UInt8, Sendable {
        /// The initial conditions.
        case initial
        /// A change that replaces all conditions from its time on (FM).
        case from
        /// A gradual change within its period that holds from its end on; conditions that it does not name
        /// remain (BECMG).
        case becoming
        /// Fluctuations of less than an hour each, in less than half of the period (TEMPO).
        case temporary
        /// Fluctuations of less than half an hour each (INTER, Australia).
        case intermittent
        /// Conditions that are possible within the period (PROB30, PROB40).
        case probable
        /// A change whose word was not understood; from its time on, its conditions are possible.
        case unknown

        /// The code word; `nil` for the initial conditions and a change whose word was not understood.
        public var code: String? {
            switch self {
            case .initial, .unknown: nil
            case .from: "FM"
            case .becoming: "BECMG"
            case .temporary: "TEMPO"
            case .intermittent: "INTER"
            case .probable: "PROB"
            }
        }

        /// Whether the group overlays the prevailing conditions instead of changing them.
        public var isOverlay: Bool { rawValue >= Change.temporary.rawValue }
    }

    /// A wind shear between the ground and a height.
    public struct WindShear: Hashable, Sendable {
        /// The height in feet.
        public let height: Int
        /// The direction the wind blows from at that height, in true degrees.
        public let direction: Int
        /// The speed of the wind at that height, in knots.
        public let speed: Int
    }

    /// Turbulence or icing in a layer, as in military forecasts.
    public struct Hazard: Hashable, Sendable {
        /// Whether it is icing; otherwise turbulence.
        public let isIcing: Bool
        /// The type by the code table of the group, 0...9 or X.
        public let type: ShortText
        /// The base of the layer in feet.
        public let base: Int
        /// The depth of the layer in feet; `nil` if it reaches up to the top of the clouds, which the report
        /// does not state.
        public let depth: Int?
    }

    /// The kind of change.
    public internal(set) var change: Change
    /// The probability in per cent; `nil` if not given.
    public internal(set) var probability: Int?
    /// The start; `nil` if not given.
    public internal(set) var from: UTC?
    /// The end, or the time when a BECMG is complete; `nil` if not given.
    public internal(set) var until: UTC?
    /// The wind, visibility, weather and clouds.
    public internal(set) var conditions = Conditions()
    /// The wind shear; `nil` if none is forecast.
    public internal(set) var windShear: WindShear?
    /// The minimum altimeter setting (QNH2992INS); `nil` if not given.
    public internal(set) var pressure: Pressure?
    /// Turbulence and icing, in the order of the text.
    public internal(set) var hazards: [Hazard] = []

    /// Whether the time of the change was understood; if not, it may take effect at any time.
    public internal(set) var isPlaced = true

    var place: TextRange
    var unparsedWords: [TextRange] = []

    /// Whether nothing is known but the word of the change.
    var isEmpty: Bool {
        conditions.isEmpty && unparsedWords.isEmpty && hazards.isEmpty && windShear == nil && pressure == nil
    }

    init(_ change: Change, at token: Token) {
        self.change = change
        place = TextRange(from: token.start, to: token.end)
    }
}
