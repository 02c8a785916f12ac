/// What an upstream gave to ask later whether its document is still the same; sent back byte for byte.
///
/// The values are held as ISO 8859-1, so that every byte an upstream can send survives, quotes included.
///
/// Source: RFC 9110 §8.8 and §13.1.
public nonisolated struct Validators: Hashable, Sendable {
    /// The value of `ETag`, quotes and `W/` included; `nil` when there was none.
    public var etag: String?
    /// The value of `Last-Modified` as it was written; `nil` when there was none.
    public var lastModified: String?

    /// Makes validators of what was kept; without any the next request is unconditional.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Takes the validators of an answer.
    public init(_ headers: Headers) {
        self.init(etag: headers["etag"], lastModified: headers["last-modified"])
    }

    /// Whether there is nothing to ask by.
    public var isEmpty: Bool { etag == nil && lastModified == nil }

    /// The conditions of the next request, as header names and values.
    public var conditions: [(name: String, value: String)] {
        [("If-None-Match", etag), ("If-Modified-Since", lastModified)]
            .compactMap { name, value in value.map { (name, $0) } }
    }
}
