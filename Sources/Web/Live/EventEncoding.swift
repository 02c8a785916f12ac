import AlmanacValues
import Records
import Showing

/// The form in which a feed sends events.
///
/// Source: HTML Living Standard, 9.2.5 (parsing an event stream).
nonisolated enum EventEncoding: Hashable, Sendable {
    /// Events as the daemon sends them, for programs.
    case whole
    /// One line of text for each change, for pages, which then fetch their data again.
    case line

    /// Returns the frame of an event; `nil` if it is not sent.
    func frame(of event: Event) -> EventRing.Frame? {
        switch event.kind {
        case .heartbeat, .subscribed: return nil
        case .snapshot where self == .line: return nil
        case .ready: return EventEncoding.ready(event.cursor)
        default: return frame(event.kind.rawValue, cursor: event, data: data(of: event))
        }
    }

    /// Returns the frame that says that a client has all events up to a cursor.
    static func ready(_ cursor: String) -> EventRing.Frame {
        EventRing.Frame(
            cursor: cursor, bytes: bytes("ready", id: cursor, data: ["cursor": .string(cursor)]))
    }

    /// The frame that says that events are missing, and what is current follows.
    static let overflow = EventRing.Frame(cursor: nil, bytes: bytes("overflow", id: nil, data: .object([])))

    /// Returns the frame that says whether the daemon can be reached.
    static func reachability(_ isReachable: Bool) -> EventRing.Frame {
        EventRing.Frame(cursor: nil, bytes: bytes("daemon", id: nil, data: ["reachable": .bool(isReachable)]))
    }

    private func data(of event: Event) -> JSON {
        self == .whole ? event.json : EventEncoding.line(of: event)
    }

    private func frame(_ name: String, cursor event: Event, data: JSON) -> EventRing.Frame {
        let cursor = event.isResumable ? event.cursor : nil
        return EventRing.Frame(cursor: cursor, bytes: EventEncoding.bytes(name, id: cursor, data: data))
    }

    /// The line in the units of aviation, `text`, and in others where it differs, under their names.
    private static func line(of event: Event) -> JSON {
        let text = text(of: event, in: .aviation)
        let other = { units in
            let other = EventEncoding.text(of: event, in: units)
            return other == text ? nil : other.map(JSON.string)
        }
        return .members([
            "event": .string(event.kind.rawValue), "source": event.source.map(JSON.string),
            "key": event.item.map { .string($0.key) }, "time": .string(event.at.description),
            "text": text.map(JSON.string), "metric": other(Units.metric), "imperial": other(.imperial),
        ])
    }

    private static func text(of event: Event, in units: Units) -> String? {
        let paper = Paper(width: 200, units: units, now: event.at)
        return ChangeLine(event).what(paper)?.cut(to: 160).plain
    }

    /// JSON text has no line breaks, so that one line of data is enough.
    private static func bytes(_ name: String, id: String?, data: JSON) -> [UInt8] {
        var bytes = id.map { Array("id: \($0)\n".utf8) } ?? []
        bytes += Array("event: \(name)\ndata: ".utf8)
        bytes += data.bytes
        bytes += [.newline, .newline]
        return bytes
    }
}
