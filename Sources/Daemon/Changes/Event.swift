import Storing
import Records

/// One thing that a subscriber is told, as the parameters of a reply to `Subscribe`.
///
/// Source: io.almanac.varlink, method Subscribe.
nonisolated enum Event {
    /// The first reply: the subscription stands at this cursor.
    static func subscribed(_ cursor: Cursor, at: UTC) -> [UInt8] { bare("subscribed", cursor, at) }

    /// The starting state is complete.
    static func ready(_ cursor: Cursor, at: UTC) -> [UInt8] { bare("ready", cursor, at) }

    /// Nothing happened, and all is well.
    static func heartbeat(_ cursor: Cursor, at: UTC) -> [UInt8] { bare("heartbeat", cursor, at) }

    /// The log no longer reaches back to this reader: it will never see so many changes, a new snapshot follows.
    static func overflow(_ cursor: Cursor, at: UTC, dropped: Int64) -> [UInt8] {
        var writer = begun("overflow", cursor, at)
        writer.name("dropped")
        writer.number(Int(dropped))
        return ended(&writer)
    }

    /// A source's health or reason changed; `runtime` is `nil` when the source is gone.
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

    /// A record of the starting state.
    static func snapshot(_ record: StoredRecord, _ cursor: Cursor) -> [UInt8] {
        var writer = begun("snapshot", cursor, record.at)
        identify(record.source, record.record.key, record.record.title, record.generation, &writer)
        writer.name("data")
        writer.literal(record.record.data)
        return ended(&writer)
    }

    /// A record was added, changed or removed.
    static func change(_ change: Change, _ cursor: Cursor) -> [UInt8] {
        var writer = begun(change.kind.rawValue, cursor, change.at)
        identify(change.source, change.key, change.title, change.generation, &writer)
        for (name, part) in [("data", change.data), ("patch", change.patch), ("previous", change.previous)] {
            guard let part else { continue }
            writer.name(name)
            writer.literal(part)
        }
        writePaths(of: change, &writer)
        return ended(&writer)
    }

    private static func bare(_ event: String, _ cursor: Cursor, _ at: UTC) -> [UInt8] {
        var writer = begun(event, cursor, at)
        return ended(&writer)
    }

    private static func begun(_ event: String, _ cursor: Cursor, _ at: UTC) -> JSONWriter {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        writer.name("event")
        writer.string(event)
        writer.name("cursor")
        writer.string(cursor.description)
        writer.name("realtimeUSec")
        writer.number(Int(at.microseconds))
        return writer
    }

    private static func ended(_ writer: inout JSONWriter) -> [UInt8] {
        writer.endObject()
        return writer.take()
    }

    private static func identify(
        _ source: String, _ key: String, _ title: String?, _ generation: Int, _ writer: inout JSONWriter
    ) {
        writer.name("source")
        writer.string(source)
        writer.name("key")
        writer.string(key)
        if let title {
            writer.name("title")
            writer.string(title)
        }
        writer.name("generation")
        writer.number(generation)
    }

    private static func writePaths(of change: Change, _ writer: inout JSONWriter) {
        // A patch of ours is JSON; were it not, the event would still bear the data.
        guard let patch = change.patch, let json = try? JSON(parsing: patch) else { return }
        writer.name("paths")
        writer.beginArray()
        for path in MergePatch.paths(of: json) { writer.string(path) }
        writer.endArray()
    }
}
