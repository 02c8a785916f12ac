import Definitions
package import Records
package import Varlink

/// The state of a subscriber that one run of the daemon hands over to the next.
package nonisolated struct KeptSubscriber: Sendable {
    /// The options of the subscription.
    package let options: SubscriptionOptions
    /// The position up to which it received all matching events; if the cursor starts over, the position is
    /// within the snapshot.
    package let cursor: Cursor
    /// The end of the last snapshot page, if the cursor starts over; `nil` before the first page.
    /// The number of the change at which the `ready` event is due, if the cursor does not start over; `nil`
    /// once it was sent.
    let place: SnapshotPlace?
    let readyAt: Int64?
    /// Whether the subscriber received the states of all sources.
    let knowsStates: Bool
    /// The rest of a message that was sent in part.
    let rest: [UInt8]

    init(
        options: SubscriptionOptions, cursor: Cursor, place: SnapshotPlace?, readyAt: Int64?,
        knowsStates: Bool,
        rest: [UInt8] = []
    ) {
        self.options = options
        self.cursor = cursor
        self.place = place
        self.readyAt = readyAt
        self.knowsStates = knowsStates
        self.rest = rest
    }

    /// The state to store in the ledger in addition to the cursor's number and the rest: JSON of those
    /// members that are set.
    package var bytes: [UInt8] {
        JSON.members([
            "form": .string(options.identity.form.name),
            "selector": options.identity.selector.text.map { .string(String(decoding: $0, as: UTF8.self)) },
            "joins": options.joins ? .bool(true) : nil,
            "heartbeatUSec": options.heartbeat.map { .int($0.microseconds) },
            "startsOver": cursor.startsOver ? .bool(true) : nil, "readyAt": readyAt.map { .int($0) },
            "source": place.map { .string($0.source) }, "key": place.map { .string($0.key) },
            "knows": knowsStates ? .bool(true) : nil,
        ]).bytes
    }

    /// Reads a ledger entry; `nil` if it is invalid.
    ///
    /// - Parameters:
    ///   - entry: The entry of the subscriber.
    ///   - log: The log to which the ledger refers.
    package init?(_ entry: Ledger.Entry, of log: LedgerLog) {
        guard let line = try? JSON(parsing: entry.about), let options = KeptSubscriber.options(line) else {
            return nil
        }
        let startsOver = line["startsOver"]?.bool ?? false
        let place = line["source"]?.string.flatMap { source in
            line["key"]?.string.map { SnapshotPlace(source: source, key: $0) }
        }
        self.init(
            options: options, cursor: log.cursor(of: entry.mark, startsOver: startsOver),
            place: startsOver ? place : nil, readyAt: line["readyAt"]?.int.map { Int64($0) },
            knowsStates: line["knows"]?.bool ?? false, rest: entry.rest)
    }

    private static func options(_ line: JSON) -> SubscriptionOptions? {
        let text = line["selector"]?.string
        guard let form = line["form"]?.string.flatMap({ WireFormat(name: $0) }),
            let parsed = try? text.map({ try JSON(parsing: Array($0.utf8)) }) ?? .object([]),
            let selector = try? Selector(parsed)
        else { return nil }
        return SubscriptionOptions(
            selector: selector, form: form, joins: line["joins"]?.bool ?? false,
            heartbeat: line["heartbeatUSec"]?.int.map { .microseconds($0) })
    }
}

nonisolated extension WireFormat {
    fileprivate static let names: [(WireFormat, String)] = [
        (.reply(.nul), "nul"), (.reply(.newline), "newline"), (.line, "line"),
    ]

    fileprivate var name: String { WireFormat.names.first { $0.0 == self }?.1 ?? "" }

    fileprivate init?(name: String) {
        guard let form = WireFormat.names.first(where: { $0.1 == name })?.0 else { return nil }
        self = form
    }
}
