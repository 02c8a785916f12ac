import Records

/// The messages of a document that count, and those that they end.
struct AlertMessages {
    /// The messages, in the order of the document, with the references that their senders leave out.
    private(set) var messages: [AlertMessage]
    /// The places of the newest editions of those that count.
    private(set) var places: [Int]
    /// The number of messages that do not count, by reason.
    private(set) var left: [String: Int] = [:]
    /// What is remembered.
    let memory: AlertMemory
    /// The names of the messages of the document.
    private let names: [ByteKey: Int]
    private let superseded: Set<String>
    /// The alerts of earlier documents, by name.
    private let known: [String: [KnownAlert]]

    /// Sorts out the messages of a document.
    init(_ messages: [AlertMessage], known: [KnownAlert], _ memory: AlertMemory) {
        self.messages = messages
        self.memory = memory
        self.known = Dictionary(grouping: known, by: \.name)
        var counting: [Int] = []
        counting.reserveCapacity(messages.count)
        for place in messages.indices {
            if let reason = messages[place].reasonToIgnore {
                left[reason, default: 0] += 1
            } else {
                counting.append(place)
            }
        }
        (places, names) = AlertMessages.latest(of: messages, at: counting)
        AlertContinuity(known, memory).connect(&self.messages, at: places, names)
        var superseded: Set<String> = []
        for place in places { superseded.formUnion(self.messages[place].endedNames) }
        self.superseded = superseded
    }

    /// Returns why a message is not in force; `nil` if it is, unless its time is over.
    func reasonToLeave(_ place: Int, in time: UTC?) -> String? {
        let message = messages[place]
        if message.type == "Cancel" { return "cancel" }
        let name = message.name
        if superseded.contains(name) { return "superseded" }
        if message.isOver { return "over" }
        if let memo = memory.memo(of: name, message.identifier), memo.forbids(message.sent, in: time) {
            return memo.isSuperseded ? "superseded" : "over"
        }
        if message.isBlank { return "green" }
        return isOlderEdition(message, name) ? "older" : nil
    }

    /// Whether a later document was read with a later edition of the message.
    private func isOlderEdition(_ message: AlertMessage, _ name: String) -> Bool {
        known[name]?.contains { $0.sent > message.sent } ?? false
    }

    /// Whether a message of the document takes the place of an earlier alert of that name.
    func isReplaced(_ name: String) -> Bool {
        guard let place = names[ByteKey(name)] else { return false }
        return !isOlderEdition(messages[place], name)
    }

    /// Whether a message of the document ends another one.
    func isSuperseded(_ name: String) -> Bool { superseded.contains(name) }

    /// The keys of earlier alerts that may stay.
    var keptKeys: Set<String> {
        let kept = known.filter { !isReplaced($0.key) && !isSuperseded($0.key) }
        return Set(kept.values.flatMap { $0.map(\.chain) })
    }

    /// Whether a message comes before another.
    func precedes(_ left: Int, _ right: Int) -> Bool {
        let (first, second) = (messages[left], messages[right])
        return first.sent == second.sent
            ? first.identifier.precedes(second.identifier) : first.sent < second.sent
    }

    /// Returns what is to be remembered of messages that have ended, with the keys that the document gives.
    func endings(_ keys: [String: String]) -> [String: String] {
        var endings: [String: String] = [:]
        for place in places {
            let message = messages[place]
            for reference in message.references + message.expired {
                guard let name = message.name(of: reference) else { continue }
                remember(.superseded, of: name, reference.identifier, keys, in: &endings)
            }
            if !message.entry.isEmpty, message.entry != message.name {
                remember(.superseded, of: message.entry, "", keys, in: &endings)
            }
            guard message.isOver, endings[message.name] == nil else { continue }
            remember(.over(message.sent), of: message.name, message.identifier, keys, in: &endings)
        }
        return endings
    }

    private func remember(
        _ end: AlertMemo.End, of name: String, _ identifier: String, _ keys: [String: String],
        in endings: inout [String: String]
    ) {
        let memo = memory.memo(of: name, identifier)
        var end = end
        if end == .superseded, names[ByteKey(name)] == nil, memo == nil || memo?.end == .missed {
            end = .missed
        }
        guard memo?.end != .superseded, memo?.end != end else { return }
        let key = keys[name] ?? memo?.key ?? ""
        endings[name] = AlertMemo(key: key, end: end).text
    }

    /// Returns the place of the message of each name that was sent last; of those sent at the same time, the last.
    private static func latest(
        of messages: [AlertMessage], at counting: [Int]
    ) -> (places: [Int], names: [ByteKey: Int]) {
        var ranks: [ByteKey: Int] = [:]
        ranks.reserveCapacity(counting.count)
        var latest: [Int] = []
        latest.reserveCapacity(counting.count)
        for place in counting {
            let name = ByteKey(messages[place].name)
            guard let rank = ranks[name] else {
                ranks[name] = latest.count
                latest.append(place)
                continue
            }
            if messages[place].sent >= messages[latest[rank]].sent { latest[rank] = place }
        }
        return (latest, ranks.mapValues { latest[$0] })
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
