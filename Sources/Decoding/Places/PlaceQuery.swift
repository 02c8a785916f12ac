public import Records

/// What is asked of a service that finds places.
public enum PlaceQuery: Hashable, Sendable {
    /// What a text may become by further letters.
    case suggest(String)
    /// Where something of that name or address is.
    case geocode(String)
    /// What is at a position.
    case reverse(Position)
    /// A place that an earlier answer named, by the identifier that it bore.
    case details(String)

    /// What a place is asked for by, which an earlier answer told by it: its details, or what is where it is.
    ///
    /// - Parameter reference: `FoundPlace.reference`.
    public init(reference: String) {
        self = Position(text: reference).map(PlaceQuery.reverse) ?? .details(reference)
    }

    /// The word for it in a definition.
    public var call: String {
        switch self {
        case .suggest: "suggest"
        case .geocode: "geocode"
        case .reverse: "reverse"
        case .details: "details"
        }
    }

    /// All words for what can be asked.
    public static let calls = ["suggest", "geocode", "reverse", "details"]

    /// What is asked for, as text; of a position `LATITUDE,LONGITUDE`.
    public var text: String {
        switch self {
        case .suggest(let text), .geocode(let text), .details(let text): text
        case .reverse(let position): position.text
        }
    }
}

extension Position {
    /// Both coordinates in their shortest form, parted by a comma.
    var text: String { "\(JSONWriter.shortest(latitude)),\(JSONWriter.shortest(longitude))" }

    /// Reads what `text` wrote; `nil` when it is no position.
    init?(text: some StringProtocol) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}
