public import Records

/// What is known of a request to an upstream, across restarts.
public struct RequestState: Hashable, Sendable {
    /// What tells it from other requests; the caller's choice, such as the URL without secrets.
    public let identity: String
    /// Where it asks, without secrets: of another address nothing here is known; `nil` when never asked.
    public var origin: String?
    /// The `ETag` of the last accepted answer, as it came.
    public var etag: String?
    /// The `Last-Modified` of the last accepted answer, as it came.
    public var lastModified: String?
    /// When to ask again; `nil` when nothing is planned.
    public var nextAttempt: UTC?
    /// The upstream does not want to be asked before this; `nil` when it did not say.
    public var notBefore: UTC?
    /// Failures in a row.
    public var failures = 0
    /// Where the upstream says it moved for good (HTTP 301, 308); `nil` when it did not.
    public var movedTo: String?
    /// Whether the upstream says that there is nothing any more (HTTP 410).
    public var isGone = false
    /// How long the last document itself asks not to be fetched again; `nil` when it did not say.
    public var lifetime: Duration?
    /// When the last document itself asks not to be fetched; `nil` when it did not say.
    public var quiet: QuietTimes?

    /// Makes the state of a request of which nothing is known yet.
    public init(identity: String) { self.identity = identity }
}

extension RequestState {
    /// What a row keeps of it.
    var body: [UInt8] {
        JSON.members([
            "origin": origin.map(JSON.string), "etag": etag.map(JSON.string),
            "lastModified": lastModified.map(JSON.string),
            "nextAttempt": nextAttempt.map(JSON.moment), "notBefore": notBefore.map(JSON.moment),
            "failures": .int(failures),
            "movedTo": movedTo.map(JSON.string), "gone": isGone ? .bool(true) : nil,
            "lifetime": lifetime.map { .int($0.microseconds) }, "quiet": quiet.map(\.json),
        ]).canonicalBytes
    }

    /// Reads what `body` wrote.
    mutating func read(_ json: JSON) {
        origin = json["origin"]?.string
        etag = json["etag"]?.string
        lastModified = json["lastModified"]?.string
        nextAttempt = json["nextAttempt"]?.moment
        notBefore = json["notBefore"]?.moment
        failures = json["failures"]?.int ?? 0
        movedTo = json["movedTo"]?.string
        isGone = json["gone"]?.bool ?? false
        lifetime = json["lifetime"]?.int.map { .microseconds($0) }
        quiet = json["quiet"].map { QuietTimes($0) }
    }
}
