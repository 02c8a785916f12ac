public import Records

/// A query to a service that finds places.
public enum PlaceQuery: Hashable, Sendable {
    /// Suggestions that complete a text.
    case suggest(String)
    /// The positions of a name or address.
    case geocode(String)
    /// The places at a position.
    case reverse(Position)
    /// The details of a place by the identifier in an earlier answer.
    case details(String)

    /// Creates the query for the details of an earlier answer, or for the places at its position.
    ///
    /// - Parameter reference: `FoundPlace.reference`.
    public init(reference: String) {
        self = Position(text: reference).map(PlaceQuery.reverse) ?? .details(reference)
    }

    /// The word in a definition.
    public var call: String {
        switch self {
        case .suggest: "suggest"
        case .geocode: "geocode"
        case .reverse: "reverse"
        case .details: "details"
        }
    }

    /// The words of all kinds of queries.
    public static let calls = ["suggest", "geocode", "reverse", "details"]

    /// The content of the query as text; `LATITUDE,LONGITUDE` for a position.
    public var text: String {
        switch self {
        case .suggest(let text), .geocode(let text), .details(let text): text
        case .reverse(let position): position.text
        }
    }
}

extension Position {
    /// Both coordinates in their shortest form, separated by a comma.
    var text: String { "\(JSONWriter.shortest(latitude)),\(JSONWriter.shortest(longitude))" }

    /// Parses the form of `text`; `nil` if it is not a position.
    init?(text: some StringProtocol) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1] else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}
