/// One layer of cloud.
///
/// Source: WMO-No. 306, FM 15, group NsNsNshshshs or VVhshshs.
public struct CloudLayer: Blank {
    /// How much of the sky it covers.
    public enum Cover: UInt8, Sendable {
        /// 1 to 2 eighths.
        case few
        /// 3 to 4 eighths.
        case scattered
        /// 5 to 7 eighths.
        case broken
        /// All.
        case overcast
        /// The sky is hidden; the height is the vertical visibility.
        case obscured

        /// The code, such as `BKN`; `VV` when the sky is hidden.
        public var code: String {
            switch self {
            case .few: "FEW"
            case .scattered: "SCT"
            case .broken: "BKN"
            case .overcast: "OVC"
            case .obscured: "VV"
            }
        }
    }

    private var letters: UInt32 = 0
    private var hundreds: Int16 = -1

    /// How much it covers; `nil` when the sensor could not tell.
    public internal(set) var cover: Cover?

    init(_ cover: Cover?) { self.cover = cover }

    /// A layer of which nothing is known.
    public static var blank: CloudLayer { CloudLayer(nil) }

    /// What cloud it is, such as `CB` or `TCU`, at most four letters; `nil` when not reported.
    public internal(set) var type: Code? {
        get { letters == 0 ? nil : Code(letters: letters) }
        set { letters = newValue?.letters ?? 0 }
    }

    /// The base above the aerodrome, feet; `nil` when not reported.
    public internal(set) var base: Int? {
        get { hundreds < 0 ? nil : Int(hundreds) * 100 }
        set { hundreds = newValue.map { Int16(clamping: $0 / 100) } ?? -1 }
    }

    /// Whether a layer like this is a ceiling: broken, overcast or hidden sky of known height.
    public var isCeiling: Bool {
        guard let cover, base != nil else { return false }
        return cover.rawValue >= Cover.broken.rawValue
    }
}
