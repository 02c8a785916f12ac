public import Records
import Schemas

/// The data of a station that its reports do not contain.
public struct Site: Hashable, Sendable {
    /// The name; `nil` if unknown.
    public var name: String?
    /// The position; `nil` if unknown.
    public var position: Position?
    /// The elevation in metres; `nil` if unknown.
    public let elevation: Double?
    /// The elevations of the document and the table in metres if they contradict each other; otherwise empty.
    var contested: [Double] = []

    /// Creates a site; an elevation that does not occur on Earth counts as unknown.
    public init(name: String? = nil, position: Position? = nil, elevation: Double? = nil) {
        self.name = name
        self.position = position
        self.elevation = elevation.flatMap { -500...9000 ~= $0 ? $0 : nil }
    }
}

extension Site {
    /// Combines the data in a document with those in the table of stations; the document takes precedence,
    /// unless its elevation is that of the table in feet, as aviationweather.gov states some.
    ///
    /// If the elevations differ by more than a hundred metres, one of them belongs to another place, and
    /// neither is used.
    ///
    /// - Returns: `nil` if neither knows the station.
    init?(_ document: Site?, table known: Station?) {
        guard document != nil || known != nil else { return nil }
        let name = document?.name ?? known?.title
        let position = document?.position ?? known?.position
        guard let stated = document?.elevation, let checked = known?.elevation else {
            self.init(name: name, position: position, elevation: document?.elevation ?? known?.elevation)
            return
        }
        let isFeet = Site.isFeet(stated, metres: checked)
        let isContested = !isFeet && abs(stated - checked) > 100
        self.init(name: name, position: position, elevation: isContested ? nil : isFeet ? checked : stated)
        if isContested { contested = [stated, checked] }
    }

    private static func isFeet(_ stated: Double, metres: Double) -> Bool {
        let feet = metres / Factor.foot
        return stated > metres + 30 && abs(stated - feet) <= max(10, feet / 50)
    }
}
