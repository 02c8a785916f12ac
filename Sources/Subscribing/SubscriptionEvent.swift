import Records
import Storing

/// The events of a subscription, as the parameters of a reply to `Subscribe`.
///
/// Source: io.almanac.varlink, method Subscribe.
nonisolated enum SubscriptionEvent {
    /// Returns the first event: the cursor at which the subscription begins, and warnings about the selector.
    static func subscribed(_ cursor: Cursor, at: UTC, warnings: [String]) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writeSubscribed(cursor, at: at, warnings: warnings, to: &writer)
        return writer.finish()
    }

    /// Writes the first event; see `subscribed`.
    ///
    /// - Returns: The end of its time in the text of the writer.
    @discardableResult
    static func writeSubscribed(
        _ cursor: Cursor, at: UTC, warnings: [String], to writer: inout JSONWriter
    ) -> Int {
        open("subscribed", cursor: cursor, at: at, in: &writer)
        let end = writer.bytes.count
        if !warnings.isEmpty {
            writer.name("warnings")
            writer.value(.array(warnings.map(JSON.string)))
        }
        writer.endObject()
        return end
    }

    /// Returns the event that ends the snapshot or the missed changes.
    static func ready(_ cursor: Cursor, at: UTC) -> [UInt8] { bare("ready", cursor: cursor, at: at) }

    /// Writes the event that ends the snapshot or the missed changes.
    ///
    /// - Returns: The end of its time in the text of the writer.
    static func writeReady(_ cursor: Cursor, at: UTC, to writer: inout JSONWriter) -> Int {
        open("ready", cursor: cursor, at: at, in: &writer)
        let end = writer.bytes.count
        writer.endObject()
        return end
    }

    /// Returns the event that is sent periodically if nothing else is.
    static func heartbeat(_ cursor: Cursor, at: UTC) -> [UInt8] { bare("heartbeat", cursor: cursor, at: at) }

    /// Returns the event for a subscriber that the log no longer reaches back to: it misses this many
    /// changes, and a new snapshot follows.
    static func overflow(_ cursor: Cursor, at: UTC, dropped: Int64) -> [UInt8] {
        var writer = begun("overflow", cursor: cursor, at: at)
        writer.name("dropped")
        writer.number(Int(dropped))
        return ended(&writer)
    }

    /// Returns the event for a source whose health, failure reason or definition changed; `context` and
    /// `runtime` are `nil` if the source was removed.
    static func source(
        _ name: String, context: JSON?, runtime: JSON?, cursor: Cursor, at: UTC
    ) -> [UInt8] {
        var writer = begun("source", cursor: cursor, at: at)
        writer.name("source")
        writer.string(name)
        if let context {
            writer.name("context")
            writer.value(context)
        }
        if let runtime {
            writer.name("runtime")
            writer.value(runtime)
        }
        return ended(&writer)
    }

    /// Returns the event for a record of the snapshot.
    static func snapshot(_ record: StoredRecord, cursor: Cursor) -> [UInt8] {
        var writer = begun("snapshot", cursor: cursor, at: record.at)
        identify(
            source: record.source, key: record.record.key, title: record.record.title,
            generation: record.generation, position: record.record.position, in: &writer)
        writer.name("data")
        writer.literal(record.record.data)
        return ended(&writer)
    }

    /// Returns the event for a record that was added, changed or removed.
    static func change(_ change: Change, cursor: Cursor) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        write(change, cursor: cursor, to: &writer)
        return writer.finish()
    }

    /// Writes the event for a record that was added, changed or removed.
    static func write(_ change: Change, cursor: Cursor, to writer: inout JSONWriter) {
        open(change.kind.rawValue, cursor: cursor, at: change.at, in: &writer)
        identify(
            source: change.source, key: change.key, title: change.title, generation: change.generation,
            position: change.position, in: &writer)
        if let reason = change.reason {
            writer.name(plain: "reason")
            writer.string(reason.rawValue)
        }
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

    private static func bare(_ event: String, cursor: Cursor, at: UTC) -> [UInt8] {
        var writer = begun(event, cursor: cursor, at: at)
        return ended(&writer)
    }

    private static func begun(_ event: String, cursor: Cursor, at: UTC) -> JSONWriter {
        var writer = JSONWriter(capacity: 512)
        open(event, cursor: cursor, at: at, in: &writer)
        return writer
    }

    private static func open(_ event: String, cursor: Cursor, at: UTC, in writer: inout JSONWriter) {
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
        return writer.finish()
    }

    private static func identify(
        source: String, key: String, title: String?, generation: Int, position: Position?,
        in writer: inout JSONWriter
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
        if let position {
            writer.name(plain: "latitude")
            writer.number(position.latitude)
            writer.name(plain: "longitude")
            writer.number(position.longitude)
        }
    }
}
