import Records
import Varlink

/// A reader as one run of the daemon leaves it to the next.
nonisolated struct KeptReader: Sendable {
    /// What it wants.
    let wish: Subscribers.Wish
    /// Up to where it was sent all that concerns it; within its starting state when that starts over.
    let cursor: Cursor
    /// Where the last page of its starting state ended; outer `nil` when none is to be sent.
    let place: Archive.Place??
    /// The number at which its starting state is complete; `nil` once it was told so.
    let readyAt: Int64?
    /// Whether it was told how all sources are doing.
    let knowsStates: Bool
    /// What it was begun to be sent and has not taken.
    let rest: [UInt8]

    init(
        wish: Subscribers.Wish, cursor: Cursor, place: Archive.Place??, readyAt: Int64?, knowsStates: Bool,
        rest: [UInt8] = []
    ) {
        (self.wish, self.cursor, self.place) = (wish, cursor, place)
        (self.readyAt, self.knowsStates, self.rest) = (readyAt, knowsStates, rest)
    }

    /// What of it is to be noted beside the number of its cursor and the rest: JSON of those members that say something.
    var bytes: [UInt8] {
        let place = place ?? nil
        return JSON.members([
            "form": .string(wish.identity.form.name),
            "selector": wish.identity.selector.text.map { .string(String(decoding: $0, as: UTF8.self)) },
            "joins": wish.joins ? .bool(true) : nil,
            "heartbeatUSec": wish.heartbeat.map { .int($0.microseconds) },
            "startsOver": cursor.startsOver ? .bool(true) : nil, "readyAt": readyAt.map { .int($0) },
            "source": place.map { .string($0.source) }, "key": place.map { .string($0.key) },
            "knows": knowsStates ? .bool(true) : nil,
        ]).bytes
    }

    /// Reads what was noted; `nil` when it makes no sense.
    ///
    /// - Parameters:
    ///   - entry: What the ledger has of it.
    ///   - epoch: Which log the ledger is of.
    init?(_ entry: Ledger.Entry, epoch: String) {
        guard let line = try? JSON(parsing: entry.about), let wish = KeptReader.wish(line) else { return nil }
        let startsOver = line["startsOver"]?.bool ?? false
        let place = line["source"]?.string.flatMap { source in
            line["key"]?.string.map { Archive.Place(source: source, key: $0) }
        }
        self.init(
            wish: wish, cursor: Cursor(epoch: epoch, number: entry.mark, startsOver: startsOver),
            place: startsOver ? .some(place) : nil, readyAt: line["readyAt"]?.int.map { Int64($0) },
            knowsStates: line["knows"]?.bool ?? false, rest: entry.rest)
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
