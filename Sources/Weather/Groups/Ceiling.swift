/// A statement about the ceiling: the lowest broken, overcast or obscured layer.
///
/// Source: FMH-1 9.4.4; ICAO Annex 2, definition of ceiling.
public enum Ceiling: Hashable, Sendable {
    /// No layer is a ceiling: the report states its layers, or that there is none.
    case none
    /// A ceiling at this height above the aerodrome, in feet.
    case feet(Int)
    /// A ceiling at this height, in feet, or at a lower one: part of the sky is not known.
    case atMost(Int)
    /// Not known: the report states no sky, or a layer without height or amount, or has a word that was not
    /// understood and may have been a layer.
    case unknown

    /// Whether the ceiling is not known, or may be lower than the known part.
    public var isUncertain: Bool {
        switch self {
        case .none, .feet: false
        case .atMost, .unknown: true
        }
    }
}

extension Conditions {
    /// The ceiling, as far as the report states it.
    public var statedCeiling: Ceiling { statedCeiling(of: CloudSummary(clouds)) }

    /// The same of layers that have been examined.
    func statedCeiling(of layers: CloudSummary) -> Ceiling {
        let isUncertain = layers.isUncertain || hasUnknownSky || hasUnreadWord
        if let height = layers.ceiling { return isUncertain ? .atMost(height) : .feet(height) }
        return isUncertain || !statesSky ? .unknown : .none
    }

    /// Whether there is a statement about the sky.
    private var statesSky: Bool { isCAVOK || isSkyOK || sky != nil || !clouds.isEmpty }
}

/// The statements of a report's layers about the ceiling.
struct CloudSummary {
    /// The height of the lowest broken, overcast or obscured layer, in feet; `nil` if there is none of known
    /// height.
    private(set) var ceiling: Int?
    /// Whether a layer may be a ceiling, but its height or its amount is not known.
    private(set) var isUncertain = false
    /// Whether the sky is obscured and the vertical visibility is not known.
    private(set) var isHidden = false

    init(_ clouds: InlineList<CloudLayer>) {
        for layer in clouds {
            guard let cover = layer.cover else {
                isUncertain = true
                continue
            }
            guard cover.rawValue >= CloudLayer.Cover.broken.rawValue else { continue }
            if let base = layer.base {
                ceiling = min(ceiling ?? .max, base)
            } else {
                isUncertain = true
                isHidden = isHidden || cover == .obscured
            }
        }
    }
}
