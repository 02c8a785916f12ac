public import Records

/// A whole document with its metadata.
public nonisolated struct Document: Sendable {
    /// The document's bytes, with every content coding removed.
    public let body: Body
    /// The validators for the next request.
    public var validators = Validators()
    /// The freshness lifetime of the document.
    public var freshness = Freshness()
    /// The values of the header fields `Link`.
    public var links: [String] = []
    /// The media type; `nil` if not stated.
    public var mediaType: MediaType?
    /// The address after all redirects, or the path of a file.
    public var finalURL: String
    /// The address to use from now on, if the upstream redirected permanently; otherwise `nil`.
    public var permanentURL: String?
    /// The modification time according to the upstream or the file system; `nil` if unknown.
    public var modified: UTC?
    /// The time of receipt, by our clock.
    public var received: UTC
    /// The remark on what the document lacks, such as the subfolders of a folder; `nil` if there is none.
    public var remark: String?
    /// The timings of the transfer.
    public var timings = Timings()

    /// Creates a document from its bytes.
    public init(_ body: Body, from url: String, received: UTC) {
        self.body = body
        finalURL = url
        self.received = received
    }

    /// The time that dates without month or year relate to: the modification time if known, otherwise the
    /// date of the response, otherwise the time of receipt.
    public var reference: UTC { modified ?? freshness.date ?? received }

    /// Whether the body looks like an HTML page, whatever its media type is.
    ///
    /// - Throws: A failure of reason `file` when the body cannot be read.
    public func looksLikeHTML() throws(FetchFailure) -> Bool {
        let head = try body.prefix(512).drop { $0 <= .space || "\u{FEFF}".utf8.contains($0) }
        let start = String(decoding: head.prefix(16), as: UTF8.self).lowercased()
        return ["<!doctype html", "<html", "<head", "<body"].contains { start.hasPrefix($0) }
    }
}
