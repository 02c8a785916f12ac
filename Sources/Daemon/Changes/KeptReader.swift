import Records
import Varlink

/// A reader as one run of the daemon leaves it to the next.
nonisolated struct KeptReader: Sendable {
    /// The number of its socket's inode, by which the socket is found among those that were kept.
    let socket: UInt64
    /// What it wants.
    let wish: Subscribers.Wish
    /// Up to where it was sent all that concerns it; within its starting state when that starts over.
    let cursor: Cursor
    /// Where the last page of its starting state ended; outer `nil` when none is to be sent.
    let place: Archive.Place??
    /// The number at which its starting state is complete; `nil` once it was told so.
    let readyAt: Int64?
    /// What it was begun to be sent and has not taken.
    let rest: [UInt8]

    /// A line of JSON, and what the socket has not taken behind it.
    func write(to bytes: inout [UInt8]) {
        let place = place ?? nil
        let line = JSON.members([
            "socket": .int(socket), "cursor": .string(cursor.description),
            "readyAt": readyAt.map { .int($0) },
            "source": place.map { .string($0.source) }, "key": place.map { .string($0.key) },
            "form": .string(wish.identity.form.name),
            "selector": wish.identity.selector.text.map { .string(String(decoding: $0, as: UTF8.self)) },
            "joins": .bool(wish.joins), "heartbeatUSec": wish.heartbeat.map { .int($0.microseconds) },
            "rest": .int(rest.count),
        ])
        bytes += line.bytes
        bytes.append(0x0A)
        bytes += rest
    }

    /// Reads what `write` wrote; `nil` when it makes no sense.
    ///
    /// - Parameter bytes: Begins behind it afterwards.
    init?(reading bytes: inout ArraySlice<UInt8>) {
        guard let newline = bytes.firstIndex(of: 0x0A),
            let line = try? JSON(parsing: Array(bytes[..<newline])),
            let socket = line["socket"]?.int.flatMap({ UInt64(exactly: $0) }),
            let count = line["rest"]?.int, count >= 0, bytes.count > newline - bytes.startIndex + count,
            let cursor = line["cursor"]?.string.flatMap({ Cursor($0) }), let wish = KeptReader.wish(line)
        else { return nil }
        (self.socket, self.cursor, self.wish) = (socket, cursor, wish)
        let place = line["source"]?.string.flatMap { source in
            line["key"]?.string.map { Archive.Place(source: source, key: $0) }
        }
        self.place = cursor.startsOver ? .some(place) : nil
        readyAt = line["readyAt"]?.int.map { Int64($0) }
        rest = Array(bytes[(newline + 1)...].prefix(count))
        bytes = bytes[(newline + 1 + count)...]
    }

    init(
        socket: UInt64, wish: Subscribers.Wish, cursor: Cursor, place: Archive.Place??, readyAt: Int64?,
        rest: [UInt8]
    ) {
        (self.socket, self.wish, self.cursor) = (socket, wish, cursor)
        (self.place, self.readyAt, self.rest) = (place, readyAt, rest)
    }

    private static func wish(_ line: JSON) -> Subscribers.Wish? {
        let text = line["selector"]?.string
        guard let form = line["form"]?.string.flatMap({ Form(name: $0) }),
            let parsed = try? text.map({ try JSON(parsing: Array($0.utf8)) }) ?? .object([]),
            let selector = try? Selector(parsed)
        else { return nil }
        return Subscribers.Wish(
            identity: .init(selector: selector, form: form), joins: line["joins"]?.bool ?? false,
            heartbeat: line["heartbeatUSec"]?.int.map { .microseconds($0) })
    }
}

nonisolated extension Form {
    fileprivate static let names: [(Form, String)] = [
        (.reply(.nul), "nul"), (.reply(.newline), "newline"), (.line, "line"),
    ]

    fileprivate var name: String { Form.names.first { $0.0 == self }?.1 ?? "" }

    fileprivate init?(name: String) {
        guard let form = Form.names.first(where: { $0.1 == name })?.0 else { return nil }
        self = form
    }
}
