/// The description of a service.
///
/// Source: Varlink, Service.md, GetInfo.
public nonisolated struct Service: Hashable, Sendable {
    /// The vendor of the service.
    public let vendor: String
    /// The name of the product.
    public let product: String
    /// Its version.
    public let version: String
    /// The address of its documentation.
    public let url: String

    /// Creates a description from its parts.
    public init(vendor: String, product: String, version: String, url: String) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
    }
}
