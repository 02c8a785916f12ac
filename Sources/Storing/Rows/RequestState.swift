public import Records

/// The persistent state of a request to an upstream.
public struct RequestState: Hashable, Sendable {
    /// A document that came without a request.
    public struct Delivery: Hashable, Sendable {
        /// The time of its publication, by the clock of the publisher.
        public let published: UTC
        /// The hash of its bytes.
        public let hash: RecordHash

        /// Creates a delivery from its parts.
        public init(published: UTC, hash: RecordHash) {
            self.published = published
            self.hash = hash
        }
    }

    /// The identity of the request, which the caller chooses, such as the URL without secrets.
    public let identity: String
    /// The address of the request, without secrets: the state is valid only for this address; `nil` before
    /// the first request.
    public var origin: String?
    /// The `ETag` of the last accepted response, unmodified.
    public var etag: String?
    /// The `Last-Modified` of the last accepted response, unmodified.
    public var lastModified: String?
    /// The moment of the next attempt; `nil` when none is planned.
    public var nextAttempt: UTC?
    /// The moment before which the upstream asks not to be contacted; `nil` if it stated none.
    public var notBefore: UTC?
    /// Whether `notBefore` is for all requests to the host, not only for this one.
    public var isHostHeld = false
    /// The number of consecutive failures.
    public var failures = 0
    /// The permanent new location that the upstream stated (HTTP 301, 308); `nil` when there is none.
    public var movedTo: String?
    /// Whether the upstream reported that the resource is gone (HTTP 410).
    public var isGone = false
    /// The duration for which the last document asks not to be fetched again; `nil` if it stated none.
    public var lifetime: Duration?
    /// The times at which the last document itself asks not to be fetched; `nil` if it stated none.
    public var quiet: QuietTimes?
    /// The learned times at which the upstream publishes, in the format of the module Rhythm; `nil` if none
    /// were learned.
    public var rhythm: [UInt8]?

    /// The cursor of another almanac up to which its changes are stored; `nil` if the next connection begins
    /// with a snapshot, and for any other upstream.
    public var cursor: String?

    /// The document in use, if a message brought it and no answer came since; otherwise `nil`.
    public var delivery: Delivery?

    /// The address in use, if the definition has several.
    public var addresses = AddressState()

    /// Creates the state of a new request.
    public init(identity: String) { self.identity = identity }
}

extension RequestState: StoredState {
    /// The JSON that a row stores.
    var body: [UInt8] {
        JSON.members([
            "origin": origin.map(JSON.string), "etag": etag.map(JSON.string),
            "lastModified": lastModified.map(JSON.string),
            "nextAttempt": nextAttempt.map(JSON.moment), "notBefore": notBefore.map(JSON.moment),
            "hostHeld": isHostHeld ? .bool(true) : nil,
            "failures": .int(failures),
            "movedTo": movedTo.map(JSON.string), "gone": isGone ? .bool(true) : nil,
            "lifetime": lifetime.map { .int($0.microseconds) }, "quiet": quiet.map(\.json),
            "cursor": cursor.map(JSON.string), "addresses": addresses.json, "delivery": delivery?.json,
        ]).canonicalBytes
    }

    /// Reads a member that `body` wrote.
    mutating func read(
        _ name: String, _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
    ) throws(JSONError) {
        switch name {
        case "origin": origin = try scanner.text(bytes)
        case "etag": etag = try scanner.text(bytes)
        case "lastModified": lastModified = try scanner.text(bytes)
        case "nextAttempt": nextAttempt = try scanner.moment(bytes)
        case "notBefore": notBefore = try scanner.moment(bytes)
        case "hostHeld": isHostHeld = try scanner.value(bytes).bool ?? false
        case "failures": failures = try scanner.int(bytes) ?? 0
        case "movedTo": movedTo = try scanner.text(bytes)
        case "gone": isGone = try scanner.value(bytes).bool ?? false
        case "lifetime": lifetime = try scanner.int(bytes).map { .microseconds($0) }
        case "quiet": quiet = QuietTimes(try scanner.value(bytes))
        case "cursor": cursor = try scanner.text(bytes)
        case "addresses": addresses = AddressState(try scanner.value(bytes))
        case "delivery": delivery = Delivery(try scanner.value(bytes))
        default: try scanner.skipValue(bytes)
        }
    }
}

extension RequestState.Delivery {
    /// The JSON that a row stores.
    fileprivate var json: JSON {
        .members([
            "published": .moment(published), "low": .string(String(hash.low, radix: 16)),
            "high": .string(String(hash.high, radix: 16)),
        ])
    }

    /// Reads what `json` wrote; `nil` if it is something else.
    fileprivate init?(_ json: JSON) {
        guard let published = json["published"]?.moment,
            let low = json["low"]?.string.flatMap({ UInt64($0, radix: 16) }),
            let high = json["high"]?.string.flatMap({ UInt64($0, radix: 16) })
        else { return nil }
        self.init(published: published, hash: RecordHash(low: low, high: high))
    }
}
