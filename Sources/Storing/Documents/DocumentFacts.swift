public import Records

/// The metadata of a stored document that is needed to decode it again.
public struct DocumentFacts: Hashable, Sendable {
    /// The origin of the document: a URL without secrets, or a path; `nil` when unknown.
    public var url: String?
    /// The stated media type.
    public var contentType: String?
    /// The stated character encoding.
    public var charset: String?
    /// The moment when the document was received.
    public var received: UTC
    /// The moment by which times without a month are interpreted; `nil` when it is `received`.
    public var reference: UTC?
    /// The number of the document, greater than those of earlier documents of its source; `nil` if an earlier
    /// release stored it.
    public var serial: Int64?

    /// Creates the metadata of a document about which nothing was stated.
    public init(received: UTC) { self.received = received }
}

extension DocumentFacts {
    /// The line that precedes the document in its file.
    var line: [UInt8] {
        JSON.members([
            "almanac": 1, "url": url.map(JSON.string), "contentType": contentType.map(JSON.string),
            "charset": charset.map(JSON.string), "received": .moment(received),
            "reference": reference.map(JSON.moment), "serial": serial.map { .int(Int($0)) },
        ]).bytes + [.newline]
    }

    /// Reads a line that `line` wrote, without the newline; `nil` when it is anything else.
    init?(line: [UInt8]) {
        // The line is not the beginning of a stored document.
        guard let json = try? JSON(parsing: line), json["almanac"]?.int == 1,
            let received = json["received"]?.moment
        else { return nil }
        self.init(received: received)
        url = json["url"]?.string
        contentType = json["contentType"]?.string
        charset = json["charset"]?.string
        reference = json["reference"]?.moment
        serial = json["serial"]?.int.map { Int64($0) }
    }
}
