public import Records

/// The place of an answer in a format of wttr.in.
public struct WttrPlace: Sendable {
    /// The name, which `%l` prints: the location as the client wrote it, or a better name of it.
    public var name: String
    /// The position; `nil` if unknown: then the times of the Sun are unknown, too.
    public var position: Position?
    /// The region, such as `Maine`; `nil` if unknown.
    public var region: String?
    /// The country, such as `United States of America`; `nil` if unknown.
    public var country: String?

    /// Makes a place.
    public init(_ name: String, position: Position?, region: String? = nil, country: String? = nil) {
        self.name = name
        self.position = position
        self.region = region
        self.country = country
    }
}
