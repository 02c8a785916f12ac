/// What a service tells of itself.
///
/// Source: Varlink, Service.md, GetInfo.
public nonisolated struct Service: Hashable, Sendable {
    /// Who makes it.
    public let vendor: String
    /// What it is called.
    public let product: String
    /// Its version.
    public let version: String
    /// Where to read more.
    public let url: String

    /// Makes it of its parts.
    public init(vendor: String, product: String, version: String, url: String) {
        (self.vendor, self.product, self.version, self.url) = (vendor, product, version, url)
    }
}
