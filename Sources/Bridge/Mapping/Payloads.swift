public import AlmanacValues
public import Records

/// The contents of the messages.
public nonisolated enum Payloads {
    /// The state of the bridge while it mirrors the daemon's records.
    public static let online = "online"
    /// The state of the bridge at any other time.
    public static let offline = "offline"

    /// The first bytes of each record's message.
    static let recordStart = Array("{\"data\":".utf8)
    /// The first bytes of each message about a source.
    static let stateStart = Array("{\"health\":".utf8)
    /// The first bytes of each message about the warnings of a place.
    static let warningsStart = Array("{\"state\":".utf8)

    /// Returns the content of a record's message, which changes only with the record.
    ///
    /// `data` are those of io.almanac, `title`, `latitude` and `longitude` are absent if the record has none,
    /// and `changed` is the time of its last change by RFC 3339.
    public static func record(_ item: Item) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.name(plain: "data")
        writer.value(item.data)
        if let title = item.title {
            writer.name(plain: "title")
            writer.string(title)
        }
        if let position = item.position {
            writer.name(plain: "latitude")
            writer.number(position.latitude)
            writer.name(plain: "longitude")
            writer.number(position.longitude)
        }
        if let at = item.at {
            writer.name(plain: "changed")
            writer.string(at)
        }
        writer.endObject()
        return writer.finish()
    }
}

/// The message about the state of a source: the part of it that is published.
public nonisolated struct StateMessage: Hashable, Sendable {
    /// The health of the source.
    public let health: Health
    /// The state as people read it.
    public let standing: Standing
    /// The time of the last good response; `nil` if there was none.
    public let fetched: UTC?
    /// Whether the records are older than the source's definition allows, or there are none.
    public let isExpired: Bool
    /// The number of parts of the last document that could not be read.
    public let rejected: Int
    /// The remarks on the last document, such as that it is cut.
    public let remarks: [String]
    /// The usual time of a publication that is missing; `nil` if none is known to be.
    public let overdue: UTC?
    /// The number of records that the broker refused for their size.
    public var missing = 0
    /// The keys of the records of stations and places that no longer are their present state.
    public var old: [String] = []

    /// Makes the state of a source at a time.
    public init(_ runtime: Runtime, at now: UTC) {
        health = runtime.health
        standing = runtime.standing
        fetched = runtime.fetched
        rejected = runtime.rejected
        remarks = runtime.notes
        overdue = runtime.overdue(at: now)?.expected
        isExpired = [.stale, .empty, .paused].contains(health) || runtime.expires.map { $0 < now } ?? false
    }

    /// Returns the content: `health`, `standing`, `expired`, `fetched` by RFC 3339, `age`, the
    /// seconds since then, `rejected`, if parts could not be read, `remarks`, if there are any, `missing`, if
    /// the broker refused records, `old`, if records are, and `overdue`, the usual time of a publication that
    /// is missing.
    public func payload(at now: UTC) -> [UInt8] {
        let age = fetched.map { max(0, (now.microseconds - $0.microseconds) / 1_000_000) }
        return JSON.members([
            "health": .string(health.rawValue), "standing": .string(standing.rawValue),
            "expired": .bool(isExpired),
            "fetched": fetched.map { .string($0.description) }, "age": age.map { .int($0) },
            "rejected": rejected > 0 ? .int(rejected) : nil,
            "remarks": remarks.isEmpty ? nil : .array(remarks.map(JSON.string)),
            "missing": missing > 0 ? .int(missing) : nil,
            "old": old.isEmpty ? nil : .array(old.map(JSON.string)),
            "overdue": overdue.map { .string($0.description) },
        ]).bytes
    }
}
