import AlmanacValues
import Records

/// The part of the world whose advisories a source has.
enum AdvisoryReach {
    case contiguousStates, elsewhere, anywhere

    /// Reads the name and the address of a source.
    init(_ source: Source) {
        self.init(address: source.origin ?? "")
        guard case .anywhere = self else { return }
        if source.name == "sigmets" { self = .elsewhere }
        if ["sigmets-us", "airmets-us"].contains(source.name) { self = .contiguousStates }
    }

    /// Reads an address.
    ///
    /// Source: aviationweather.gov, data API: `airsigmet` and `gairmet` are those of the contiguous United
    /// States, `isigmet` those of all other places.
    init(address: String) {
        let isOfStates = ["airsigmet", "gairmet"].contains { address.contains(text: $0) }
        self = address.contains(text: "isigmet") ? .elsewhere : isOfStates ? .contiguousStates : .anywhere
    }

    /// Whether it contains an airport; location indicators of the contiguous United States begin with K.
    ///
    /// Source: ICAO Doc 7910.
    func contains(_ airport: String) -> Bool {
        switch self {
        case .anywhere: true
        case .contiguousStates: airport.hasPrefix("K")
        case .elsewhere: !airport.hasPrefix("K")
        }
    }
}
