/// What the operator of a service that finds places allows, and asks for.
public struct PlacePolicy: Hashable, Sendable {
    /// Its public address, without a slash at the end; `nil` when nothing is asked over the network.
    public let address: String?
    /// The least time between the beginnings of two requests to that address.
    public let spacing: Duration
    /// How long answers are kept; `nil` when they must not be.
    public let lifetime: Duration?
    /// Why it must not be asked while somebody types; `nil` when it may be.
    public let noSuggesting: String?
    /// Whether it answers only those who have a key.
    public let needsKey: Bool

    /// Makes a policy of its parts.
    public init(
        address: String?, spacing: Duration, lifetime: Duration?, noSuggesting: String? = nil,
        needsKey: Bool = false
    ) {
        (self.address, self.spacing, self.lifetime) = (address, spacing, lifetime)
        (self.noSuggesting, self.needsKey) = (noSuggesting, needsKey)
    }
}
