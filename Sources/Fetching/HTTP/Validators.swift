/// The validators of an upstream's document, which are sent back byte for byte to ask whether it has changed.
///
/// The values are held as ISO 8859-1, which preserves every byte, quotes included.
///
/// Source: RFC 9110 §8.8 and §13.1.
public nonisolated struct Validators: Hashable, Sendable {
    /// The value of `ETag`, including quotes and `W/`; `nil` if absent.
    public var etag: String?
    /// The value of `Last-Modified` as written; `nil` if absent.
    public var lastModified: String?

    /// Creates validators from stored values; without any, the next request is unconditional.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Reads the validators of a response.
    public init(_ headers: Headers) {
        self.init(etag: headers["etag"], lastModified: headers["last-modified"])
    }

    /// Replaces the validators that others state.
    public mutating func replace(with others: Validators) {
        etag = others.etag ?? etag
        lastModified = others.lastModified ?? lastModified
    }

    /// Whether there are no validators.
    public var isEmpty: Bool { etag == nil && lastModified == nil }

    /// The conditions of the next request, as header names and values.
    public var conditions: [(name: String, value: String)] {
        [("If-None-Match", etag), ("If-Modified-Since", lastModified)]
            .compactMap { name, value in value.map { (name, $0) } }
    }
}
