/// The range of an address, which decides whether a request may be sent to it.
///
/// Source: the IANA special-purpose address registries, RFC 6890.
public nonisolated enum AddressScope: Hashable, Sendable {
    /// Any address on the Internet.
    case world
    /// This machine or its local network: only for requests that allow it.
    case local
    /// Never contacted: link-local (cloud metadata services), multicast, broadcast, unspecified, reserved.
    case never
}
