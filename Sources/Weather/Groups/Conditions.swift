/// The wind, visibility, weather and clouds of a report or of one group of a forecast.
public struct Conditions: Hashable, Sendable {
    /// The statement of a report about a sky without cloud layers; the words differ in meaning.
    public enum Sky: UInt8, Sendable {
        /// No cloud at all, as seen by an observer.
        case skyClear
        /// No cloud below 12,000 feet, as measured by a sensor.
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

    /// The wind; `nil` if not reported.
    public internal(set) var wind: Wind?
    /// The visibility; `nil` if not reported. CAVOK and 9999 mean ten kilometres or more.
    public internal(set) var visibility: Visibility?
    /// The minimum visibility where it differs by direction; `nil` if not reported.
    public internal(set) var minimumVisibility: Visibility?
    /// Whether ceiling and visibility are OK: ten kilometres or more, no significant cloud or weather.
    public internal(set) var isCAVOK = false
    /// Whether significant weather ends (NSW).
    public internal(set) var hasNoSignificantWeather = false
    /// The statement about a sky without cloud layers; `nil` if not reported.
    public internal(set) var sky: Sky?
    /// The weather codes in the order of the report.
    public internal(set) var weather = InlineList<ShortText>()
    /// The cloud layers in the order of the report, from the lowest.
    public internal(set) var clouds = InlineList<CloudLayer>()

    /// Whether a sky group has no value at all (`//////`).
    var hasUnknownSky = false
    /// Whether CAVOK still holds for the sky, after a change of the visibility or the weather alone.
    var isSkyOK = false
    /// Whether a word was not understood that may have been a cloud layer or a visibility.
    var hasUnreadWord = false
    /// Whether a change without a visibility has a word that was not understood.
    var mayHaveOtherVisibility = false
    /// Whether the first visibility applies to a direction only, so that none is the prevailing one.
    var restsOnMinimum = false

    init() {}

    /// The height of the lowest broken, overcast or obscured layer, in feet; `nil` if there is none of known
    /// height. `statedCeiling` tells whether there may be a lower one.
    public var ceiling: Int? {
        var lowest: Int?
        for layer in clouds where layer.isCeiling { lowest = min(lowest ?? .max, layer.base ?? .max) }
        return lowest
    }

    /// The vertical visibility into an obscured sky, in feet; `nil` if the sky is not obscured or the value
    /// is unknown.
    public var verticalVisibility: Int? { clouds.first { $0.cover == .obscured }?.base }

    /// Whether nothing was reported.
    public var isEmpty: Bool {
        wind == nil && visibility == nil && !isCAVOK && !hasNoSignificantWeather && sky == nil
            && weather.isEmpty
            && clouds.isEmpty
    }
}
