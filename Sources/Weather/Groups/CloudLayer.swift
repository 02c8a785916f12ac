/// A cloud layer.
///
/// Source: WMO-No. 306, FM 15, group NsNsNshshshs or VVhshshs.
public struct CloudLayer: Blank {
    /// The amount of sky that a layer covers.
    public enum Cover: UInt8, Sendable {
        /// 1 to 2 eighths.
        case few
        /// 3 to 4 eighths.
        case scattered
        /// 5 to 7 eighths.
        case broken
        /// 8 eighths.
        case overcast
        /// The sky is obscured; the height is the vertical visibility.
        case obscured

        /// The code, such as `BKN`; `VV` if the sky is obscured.
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

    /// The amount; `nil` if the sensor could not determine it.
    public internal(set) var cover: Cover?

    init(_ cover: Cover?) { self.cover = cover }

    /// A layer without any value.
    public static var blank: CloudLayer { CloudLayer(nil) }

    /// The type of cloud, such as `CB` or `TCU`, at most four letters; `nil` if not reported.
    public internal(set) var type: ShortText? {
        get { letters == 0 ? nil : ShortText(letters: letters) }
        set { letters = newValue?.letters ?? 0 }
    }

    /// The height of the base above the aerodrome, in feet; `nil` if not reported.
    public internal(set) var base: Int? {
        get { hundreds < 0 ? nil : Int(hundreds) * 100 }
        set { hundreds = newValue.map { Int16(clamping: $0 / 100) } ?? -1 }
    }

    /// Whether the layer is a ceiling: broken, overcast or obscured, at a known height.
    public var isCeiling: Bool {
        guard let cover, base != nil else { return false }
        return cover.rawValue >= Cover.broken.rawValue
    }
}
