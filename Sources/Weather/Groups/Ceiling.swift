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
    public var statedCeiling: Ceiling {
        if let ceiling { return isSkyUncertain ? .atMost(ceiling) : .feet(ceiling) }
        return isSkyUncertain || !statesSky ? .unknown : .none
    }

    /// Whether a layer may be a ceiling of unknown height, or a word that was not understood a layer.
    private var isSkyUncertain: Bool {
        hasUnknownSky || hasUnreadWord || clouds.contains { $0.mayBeLowCeiling }
    }

    /// Whether there is a statement about the sky.
    private var statesSky: Bool { isCAVOK || isSkyOK || sky != nil || !clouds.isEmpty }
}

extension CloudLayer {
    /// Whether the layer may be a ceiling, but its height or its amount is not known.
    fileprivate var mayBeLowCeiling: Bool {
        guard let cover else { return true }
        return base == nil && cover.rawValue >= Cover.broken.rawValue
    }
}
