public import Records

/// The data of a station that its reports do not contain.
public struct Site: Hashable, Sendable {
    /// The name; `nil` if unknown.
    public var name: String?
    /// The position; `nil` if unknown.
    public var position: Position?
    /// The elevation in metres; `nil` if unknown.
    public let elevation: Double?

    /// Creates a site; an elevation that does not occur on Earth counts as unknown.
    public init(name: String? = nil, position: Position? = nil, elevation: Double? = nil) {
        self.name = name
        self.position = position
        self.elevation = elevation.flatMap { -500...9000 ~= $0 ? $0 : nil }
    }
}

extension Site {
    /// Combines the data in a document with those in the table of stations; the document takes precedence.
    ///
    /// - Returns: `nil` if neither knows the station.
    init?(_ document: Site?, table known: Station?) {
        guard document != nil || known != nil else { return nil }
        self.init(
            name: document?.name ?? known?.title, position: document?.position ?? known?.position,
            elevation: document?.elevation ?? known?.elevation)
    }
}
