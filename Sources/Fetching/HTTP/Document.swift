public import Records

/// A whole document and what was said about it.
public nonisolated struct Document: Sendable {
    /// The document's bytes, with every coding of the transfer undone.
    public let body: Body
    /// What to ask by the next time.
    public var validators = Validators()
    /// How long it stays fresh.
    public var freshness = Freshness()
    /// Its type; `nil` when unsaid.
    public var mediaType: MediaType?
    /// Where it came from in the end; the path of a file.
    public var finalURL: String
    /// The address to ask from now on, when the upstream says that it moved for good; `nil` when it did not.
    public var permanentURL: String?
    /// When it was last changed, by the upstream's word or the file system's; `nil` when unsaid.
    public var modified: UTC?
    /// When it was received, by our clock.
    public var received: UTC
    /// How long it took.
    public var timings = Timings()

    /// Makes a document of its bytes.
    public init(_ body: Body, from url: String, received: UTC) {
        self.body = body
        finalURL = url
        self.received = received
    }

    /// The moment that dates without month or year count from: when it was changed, else when the upstream sent it,
    /// else when we received it.
    public var reference: UTC { modified ?? freshness.date ?? received }

    /// Whether it is a page for people, whatever it says it is.
    ///
    /// - Throws: When the body cannot be read.
    public func looksLikeHTML() throws(FetchFailure) -> Bool {
        let head = try body.prefix(512).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        let start = String(decoding: head.prefix(16), as: UTF8.self).lowercased()
        return ["<!doctype html", "<html", "<head", "<body"].contains { start.hasPrefix($0) }
    }
}
