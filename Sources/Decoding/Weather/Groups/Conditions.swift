/// Wind, visibility, weather and clouds: what a report observes and each group of a forecast foretells.
public struct Conditions: Hashable, Sendable {
    /// What a report says about a sky without clouds to name; the words differ in meaning.
    public enum Sky: UInt8, Sendable {
        /// No cloud at all, seen by a person.
        case skyClear
        /// No cloud below 12,000 feet, found by a sensor.
        case clear
        /// No significant cloud: none below 5,000 feet, no CB.
        case noSignificantCloud
        /// No cloud detected by a sensor.
        case noCloudDetected

        /// The word as reported: `SKC`, `CLR`, `NSC` or `NCD`.
        public var code: String {
            switch self {
            case .skyClear: "SKC"
            case .clear: "CLR"
            case .noSignificantCloud: "NSC"
            case .noCloudDetected: "NCD"
            }
        }
    }

    /// The wind; `nil` when not reported.
    public internal(set) var wind: Wind?
    /// The visibility; `nil` when not reported. CAVOK and 9999 are ten kilometres or more.
    public internal(set) var visibility: Visibility?
    /// The least visibility where it differs by direction; `nil` when not reported.
    public internal(set) var minimumVisibility: Visibility?
    /// Ceiling and visibility OK: ten kilometres or more, no cloud and no weather of significance.
    public internal(set) var isCAVOK = false
    /// Significant weather ends (NSW).
    public internal(set) var hasNoSignificantWeather = false
    /// What the sky is when no clouds are named; `nil` when not reported.
    public internal(set) var sky: Sky?
    /// Weather, as coded, in the order of the report.
    public internal(set) var weather = Few<Code>()
    /// Clouds, in the order of the report, which is from below.
    public internal(set) var clouds = Few<CloudLayer>()

    init() {}

    /// The lowest layer that is broken, overcast or a hidden sky, feet; `nil` when there is none of known height.
    public var ceiling: Int? {
        var lowest: Int?
        for layer in clouds where layer.isCeiling { lowest = min(lowest ?? .max, layer.base ?? .max) }
        return lowest
    }

    /// How far one sees upwards into a hidden sky, feet; `nil` when the sky is not hidden or this is unknown.
    public var verticalVisibility: Int? { clouds.first { $0.cover == .obscured }?.base }

    /// Whether nothing was said at all.
    public var isEmpty: Bool {
        wind == nil && visibility == nil && !isCAVOK && !hasNoSignificantWeather && sky == nil
            && weather.isEmpty
            && clouds.isEmpty
    }
}
