import Records

/// The messages of a document that count, and those that they end.
///
/// A class, since a copy of the messages is expensive.
final class AlertMessages {
    /// The messages, in the order of the document, with the references that their senders leave out.
    private(set) var messages: [AlertMessage]
    /// The places of the newest editions of those that count.
    private(set) var places: [Int]
    /// The number of messages that do not count, by reason.
    private(set) var left: [String: Int] = [:]
    /// The remembered facts.
    let memory: AlertMemory
    /// The name of each message; empty for one that does not count.
    let names: [String]
    /// The ranks of the messages among the places, by name.
    private let ranks: [ByteKey: Int]
    /// The messages that others end, in the order of those.
    private let ended: [(name: String, identifier: String)]
    private let superseded: Set<ByteKey>
    /// The alerts of earlier documents, by name.
    private let known: [String: [KnownAlert]]

    /// Sorts out the messages of a document.
    init(_ messages: [AlertMessage], known: [KnownAlert], _ memory: AlertMemory) {
        self.memory = memory
        self.known = Dictionary(grouping: known, by: \.name)
        var counting: [Int] = []
        counting.reserveCapacity(messages.count)
        var left: [String: Int] = [:]
        for place in messages.indices {
            if let reason = messages[place].reasonToIgnore {
                left[reason, default: 0] += 1
            } else {
                counting.append(place)
            }
        }
        var names = [String](repeating: "", count: messages.count)
        for place in counting { names[place] = messages[place].name }
        self.names = names
        self.left = left
        let (places, ranks) = AlertMessages.latest(of: messages, at: counting, names)
        (self.places, self.ranks) = (places, ranks)
        var connected = messages
        AlertContinuity(known, memory).connect(&connected, at: places, ranks)
        self.messages = connected
        ended = places.flatMap { connected[$0].ended }
        superseded = Set(ended.lazy.map { ByteKey($0.name) })
    }

    /// Returns why a message is not in force; `nil` if it is, unless its time is over.
    func reasonToLeave(_ place: Int, in time: UTC?) -> String? {
        if messages[place].type == "Cancel" { return "cancel" }
        let name = names[place]
        if superseded.contains(ByteKey(name)) { return "superseded" }
        if messages[place].isOver { return "over" }
        let (identifier, sent) = (messages[place].identifier, messages[place].sent)
        if let memo = memory.memo(of: name, identifier), memo.forbids(sent, in: time) {
            return memo.isSuperseded ? "superseded" : "over"
        }
        if messages[place].isBlank { return "green" }
        return isOlderEdition(sent, name) ? "older" : nil
    }

    /// Whether a later document was read with a later edition of the message.
    private func isOlderEdition(_ sent: UTC, _ name: String) -> Bool {
        known.isEmpty ? false : known[name]?.contains { $0.sent > sent } ?? false
    }

    /// Whether a message of the document takes the place of an earlier alert of that name.
    func isReplaced(_ name: String) -> Bool {
        guard let rank = ranks[ByteKey(name)] else { return false }
        return !isOlderEdition(messages[places[rank]].sent, name)
    }

    /// Whether a message of the document ends another one.
    func isSuperseded(_ name: String) -> Bool { superseded.contains(ByteKey(name)) }

    /// The keys of earlier alerts that may stay.
    var keptKeys: Set<String> {
        let kept = known.filter { !isReplaced($0.key) && !isSuperseded($0.key) }
        return Set(kept.values.flatMap { $0.map(\.chain) })
    }

    /// Whether a message comes before another.
    func precedes(_ left: Int, _ right: Int) -> Bool {
        // A copy of a message is expensive.
        let (first, second) = (messages[left].sent, messages[right].sent)
        return first == second
            ? messages[left].identifier.precedes(messages[right].identifier) : first < second
    }

    /// Adds what is to be remembered of messages that have ended to the keys that the document gives.
    func addEndings(to memos: inout [String: String]) {
        for (name, identifier) in ended { remember(.superseded, of: name, identifier, in: &memos) }
        for place in places where messages[place].isOver {
            remember(.over(messages[place].sent), of: names[place], messages[place].identifier, in: &memos)
        }
    }

    private func remember(
        _ end: AlertMemo.End, of name: String, _ identifier: String, in memos: inout [String: String]
    ) {
        let given = memos[name]
        if let given, given.utf8.contains(.tab) { return }
        let memo = memory.memo(of: name, identifier)
        var end = end
        if end == .superseded, ranks[ByteKey(name)] == nil, memo == nil || memo?.end == .missed {
            end = .missed
        }
        guard memo?.end != .superseded, memo?.end != end else { return }
        memos[name] = AlertMemo(key: given ?? memo?.key ?? "", end: end).text
    }

    /// Returns the place of the message of each name that was sent last; of those sent at the same time, the
    /// last.
    private static func latest(
        of messages: [AlertMessage], at counting: [Int], _ names: [String]
    ) -> (places: [Int], ranks: [ByteKey: Int]) {
        var ranks: [ByteKey: Int] = [:]
        ranks.reserveCapacity(counting.count)
        var latest: [Int] = []
        latest.reserveCapacity(counting.count)
        for place in counting {
            let name = ByteKey(names[place])
            guard let rank = ranks[name] else {
                ranks[name] = latest.count
                latest.append(place)
                continue
            }
            if messages[place].sent >= messages[latest[rank]].sent { latest[rank] = place }
        }
        return (latest, ranks)
    }
}

extension AlertMessage {
    /// Returns why the message has no effect; `nil` if it has.
    ///
    /// Source: OASIS CAP 1.2 §3.2.1, status and msgType.
    fileprivate var reasonToIgnore: String? {
        if status != "Actual" { return "test" }
        return ["Alert", "Update", "Cancel"].contains(type) ? nil : "reply"
    }
}

extension KnownAlert {
    /// The key of its chain, without the number of its part.
    var chain: String {
        guard let mark = key.utf8.lastIndex(of: UInt8(ascii: "#")),
            key.utf8[mark...].dropFirst().allSatisfy(\.isDigit)
        else { return key }
        return String(key[..<mark])
    }
}
