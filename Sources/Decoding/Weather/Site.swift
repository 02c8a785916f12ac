public import Records

/// What is known of a station beside its reports.
public struct Site: Hashable, Sendable {
    /// What people call it; `nil` when unknown.
    public var name: String?
    /// Where it is; `nil` when unknown.
    public var position: Position?
    /// How high it lies, metres; `nil` when unknown.
    public let elevation: Double?

    /// Makes a site of what is known; an elevation that is nowhere on Earth is unknown.
    public init(name: String? = nil, position: Position? = nil, elevation: Double? = nil) {
        (self.name, self.position) = (name, position)
        self.elevation = elevation.flatMap { -500...9000 ~= $0 ? $0 : nil }
    }
}

extension Site {
    /// Joins what a document says of a station with what a table does, where the document says nothing.
    ///
    /// - Returns: `nil` when neither knows the station.
    init?(_ said: Site?, _ known: Station?) {
        guard said != nil || known != nil else { return nil }
        self.init(
            name: said?.name ?? known?.title, position: said?.position ?? known?.position,
            elevation: said?.elevation ?? known?.elevation)
    }
}
