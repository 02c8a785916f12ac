public import Records

/// What is known of a document beside its bytes, as far as reading it again needs it.
public struct DocumentFacts: Hashable, Sendable {
    /// Where it came from: a URL without secrets, or a path; `nil` when unknown.
    public var url: String?
    /// The media type that was stated for it.
    public var contentType: String?
    /// The character encoding that was stated for it.
    public var charset: String?
    /// When it was received.
    public var received: UTC
    /// The moment by which its times without a month are read; `nil` when that is `received`.
    public var reference: UTC?

    /// Makes the facts of a document of which nothing was stated.
    public init(received: UTC) { self.received = received }
}

extension DocumentFacts {
    /// The line that stands before the document.
    var line: [UInt8] {
        JSON.members([
            "almanac": 1, "url": url.map(JSON.string), "contentType": contentType.map(JSON.string),
            "charset": charset.map(JSON.string), "received": .moment(received),
            "reference": reference.map(JSON.moment),
        ]).bytes + [0x0A]
    }

    /// Reads what `line` wrote, without its end; `nil` when it is something else.
    init?(line: [UInt8]) {
        // Whatever else it may be, it is no document of ours.
        guard let json = try? JSON(parsing: line), json["almanac"]?.int == 1,
            let received = json["received"]?.moment
        else { return nil }
        self.init(received: received)
        (url, contentType) = (json["url"]?.string, json["contentType"]?.string)
        (charset, reference) = (json["charset"]?.string, json["reference"]?.moment)
    }
}
