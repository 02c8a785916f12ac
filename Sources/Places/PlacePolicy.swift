/// The usage policy of a service that finds places.
public struct PlacePolicy: Hashable, Sendable {
    /// The public address without a final slash; `nil` if the service needs no network.
    public let address: String?
    /// The minimum time between the starts of two requests to that address.
    public let spacing: Duration
    /// The lifetime of cached answers; `nil` if they must not be cached.
    public let lifetime: Duration?
    /// The reason why typeahead is forbidden; `nil` if it is allowed.
    public let noSuggesting: String?
    /// Whether the service requires a key.
    public let needsKey: Bool

    /// Creates a policy.
    public init(
        address: String?, spacing: Duration, lifetime: Duration?, noSuggesting: String? = nil,
        needsKey: Bool = false
    ) {
        self.address = address
        self.spacing = spacing
        self.lifetime = lifetime
        self.noSuggesting = noSuggesting
        self.needsKey = needsKey
    }
}
