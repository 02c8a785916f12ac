import Records
import Storing

/// The events of a subscription, as the parameters of a reply to `Subscribe`.
///
/// Source: io.almanac.varlink, method Subscribe.
nonisolated enum SubscriptionEvent {
    /// Returns the first event: the cursor at which the subscription begins.
    static func subscribed(_ cursor: Cursor, at: UTC) -> [UInt8] { bare("subscribed", cursor, at) }

    /// Returns the event that ends the snapshot or the missed changes.
    static func ready(_ cursor: Cursor, at: UTC) -> [UInt8] { bare("ready", cursor, at) }

    /// Returns the event that is sent periodically if nothing else is.
    static func heartbeat(_ cursor: Cursor, at: UTC) -> [UInt8] { bare("heartbeat", cursor, at) }

    /// Returns the event for a subscriber that the log no longer reaches back to: it misses this many
    /// changes, and a new snapshot follows.
    static func overflow(_ cursor: Cursor, at: UTC, dropped: Int64) -> [UInt8] {
        var writer = begun("overflow", cursor, at)
        writer.name("dropped")
        writer.number(Int(dropped))
        return ended(&writer)
    }

    /// Returns the event for a source whose health or failure reason changed; `runtime` is `nil` if the
    /// source was removed.
    static func source(_ name: String, runtime: JSON?, _ cursor: Cursor, at: UTC) -> [UInt8] {
        var writer = begun("source", cursor, at)
        writer.name("source")
        writer.string(name)
        if let runtime {
            writer.name("runtime")
            writer.value(runtime)
        }
        return ended(&writer)
    }

    /// Returns the event for a record of the snapshot.
    static func snapshot(_ record: StoredRecord, _ cursor: Cursor) -> [UInt8] {
        var writer = begun("snapshot", cursor, record.at)
        identify(record.source, record.record.key, record.record.title, record.generation, &writer)
        writer.name("data")
        writer.literal(record.record.data)
        return ended(&writer)
    }

    /// Returns the event for a record that was added, changed or removed.
    static func change(_ change: Change, _ cursor: Cursor) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        write(change, cursor, to: &writer)
        return writer.take()
    }

    /// Writes the event for a record that was added, changed or removed.
    static func write(_ change: Change, _ cursor: Cursor, to writer: inout JSONWriter) {
        begin(change.kind.rawValue, cursor, change.at, &writer)
        identify(change.source, change.key, change.title, change.generation, &writer)
        if let data = change.data {
            writer.name(plain: "data")
            writer.literal(data)
        }
        if let patch = change.patch {
            writer.name(plain: "patch")
            writer.literal(patch)
        }
        if let previous = change.previous {
            writer.name(plain: "previous")
            writer.literal(previous)
        }
        if let patch = change.patch {
            writer.name(plain: "paths")
            MergePatch.writePaths(of: patch, to: &writer)
        }
        writer.endObject()
    }

    private static func bare(_ event: String, _ cursor: Cursor, _ at: UTC) -> [UInt8] {
        var writer = begun(event, cursor, at)
        return ended(&writer)
    }

    private static func begun(_ event: String, _ cursor: Cursor, _ at: UTC) -> JSONWriter {
        var writer = JSONWriter(capacity: 512)
        begin(event, cursor, at, &writer)
        return writer
    }

    private static func begin(_ event: String, _ cursor: Cursor, _ at: UTC, _ writer: inout JSONWriter) {
        writer.beginObject()
        writer.name(plain: "event")
        writer.string(event)
        writer.name(plain: "cursor")
        writer.string(cursor)
        writer.name(plain: "realtimeUSec")
        writer.number(Int(at.microseconds))
    }

    private static func ended(_ writer: inout JSONWriter) -> [UInt8] {
        writer.endObject()
        return writer.take()
    }

    private static func identify(
        _ source: String, _ key: String, _ title: String?, _ generation: Int, _ writer: inout JSONWriter
    ) {
        writer.name(plain: "source")
        writer.string(source)
        writer.name(plain: "key")
        writer.string(key)
        if let title {
            writer.name(plain: "title")
            writer.string(title)
        }
        writer.name(plain: "generation")
        writer.number(generation)
    }
}
