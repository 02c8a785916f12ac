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
