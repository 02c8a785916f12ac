/// Where an address leads, as far as it matters to whom we may be sent.
///
/// Source: the IANA special-purpose address registries, RFC 6890.
public nonisolated enum Reach: Hashable, Sendable {
    /// Anywhere in the Internet.
    case world
    /// To this machine or its own network: only for requests that say so.
    case local
    /// Nowhere we ever ask: link-local (cloud metadata lives there), multicast, broadcast, unspecified, reserved.
    case never
}
