import Records

/// The messages of a document that count, and those that they end.
///
/// The messages that count have the first numbers of `names`, in the order of the document. It is a class,
/// since a copy of the messages is expensive.
final class AlertMessages {
    /// The places of the newest editions of those that count, by number.
    let places: [Int]
    /// The number of messages that do not count, by reason.
    let left: [String: Int]
    /// The messages that count, and those that they refer to.
    let names: AlertNames
    /// The messages that each of those that count ends, by number.
    let links: [[AlertLink]]
    /// The numbers of messages of one moment that end each other, and therefore do not.
    let circle: Set<Int>
    /// The remembered facts.
    private let memory: AlertMemory
    /// The messages, in the order of the document, with the references that their senders leave out.
    private let messages: [AlertMessage]
    /// The messages that others end.
    private let endings: AlertEndings
    /// The facts to remember of updates whose predecessor is unknown, by name.
    private let joins: [String: String]
    /// The alerts of earlier documents, by name.
    private let known: [String: [KnownAlert]]

    /// Sorts out the messages of a document.
    init(_ answer: AlertAnswer, known: [KnownAlert], _ memory: AlertMemory) {
        let messages = answer.messages
        self.memory = memory
        self.known = Dictionary(grouping: known, by: \.name)
        var names = AlertNames(memory, capacity: 4 * messages.count)
        let latest = AlertMessages.latest(of: messages, &names)
        (places, left) = (latest.places, latest.left)
        var connected = messages
        for (place, part) in latest.parts { connected[place].addParts(of: connected[part]) }
        var continuity = AlertContinuity(known, memory, isComplete: answer.isWhole)
        continuity.connect(&connected, at: places, names)
        self.messages = connected
        joins = continuity.joins
        let sent = places.map { connected[$0].sent }
        var circles = AlertCircles(places.map { connected[$0].links(&names) }, sent: sent)
        circles.close(over: names.memos, sent: sent)
        links = circles.links
        circle = circles.numbers
        let continued = continuity.ended.map { names.add($0.name, $0.identifier) }
        let editions = AlertMessages.editions(of: known, names, after: sent)
        var endings = AlertEndings(links, sent: sent, editions: editions)
        // A continuation without a reference does not say which edition it means.
        for number in continued { endings.end(number, at: nil) }
        self.endings = endings
        self.names = names
    }

    /// Returns the place of the message of each name that was sent last, of those sent at the same time the
    /// last; the places of others sent at that time that are parts of it, in order; and the number of messages
    /// that do not count, by reason.
    private static func latest(
        of messages: [AlertMessage], _ names: inout AlertNames
    ) -> (places: [Int], parts: [(place: Int, part: Int)], left: [String: Int]) {
        var latest: [Int] = []
        latest.reserveCapacity(messages.count)
        var parts: [(place: Int, part: Int)] = []
        var left: [String: Int] = [:]
        for place in messages.indices {
            if let reason = messages[place].reasonToIgnore {
                left[reason, default: 0] += 1
                continue
            }
            let number = names.add(messages[place].name, messages[place].identifier)
            if number == latest.count {
                latest.append(place)
            } else if messages[place].sent >= messages[latest[number]].sent {
                let earlier = latest[number]
                if messages[place].sent == messages[earlier].sent,
                    messages[place].differs(from: messages[earlier])
                {
                    parts.append((place, earlier))
                }
                latest[number] = place
            }
        }
        return (latest, parts, left)
    }

    /// Returns when the newest edition of each message was sent, by number: those of the document, then those of
    /// earlier documents; `nil` for messages that are not known.
    private static func editions(
        of known: [KnownAlert], _ names: AlertNames, after sent: [UTC]
    ) -> [UTC?] {
        var editions: [UTC?] = sent
        editions += repeatElement(UTC?.none, count: names.count - sent.count)
        for alert in known {
            guard let number = names.number(of: alert.name), number >= sent.count else { continue }
            editions[number] = max(editions[number] ?? alert.sent, alert.sent)
        }
        return editions
    }

    /// Returns the newest edition of a message that counts.
    func message(_ number: Int) -> AlertMessage { messages[places[number]] }

    /// Returns why a message is not in force; `nil` if it is, unless its time is over.
    func reasonToLeave(_ number: Int, in time: UTC?) -> String? {
        let place = places[number]
        if messages[place].type == "Cancel" { return "cancel" }
        if endings.contains(number) { return "superseded" }
        if messages[place].isOver { return "over" }
        let sent = messages[place].sent
        if let memo = names.memos[number], memo.forbids(sent, in: time),
            !circle.contains(number) || memo.moment != sent
        {
            return memo.isSuperseded ? "superseded" : "over"
        }
        if messages[place].isBlank { return "green" }
        return isOlderEdition(sent, names.texts[number]) ? "older" : nil
    }

    /// Whether a later document was read with a later edition of the message.
    private func isOlderEdition(_ sent: UTC, _ name: String) -> Bool {
        known.isEmpty ? false : known[name]?.contains { $0.sent > sent } ?? false
    }

    /// Whether a message of the document takes the place of an earlier alert of that name.
    func isReplaced(_ name: String) -> Bool {
        guard let number = names.number(of: name), number < places.count else { return false }
        return !isOlderEdition(messages[places[number]].sent, name)
    }

    /// Whether a message of the document ends another one.
    func isSuperseded(_ name: String) -> Bool { names.number(of: name).map(endings.contains) ?? false }

    /// The keys of earlier alerts that may stay.
    var keptKeys: Set<String> {
        let kept = known.filter { !isReplaced($0.key) && !isSuperseded($0.key) }
        return Set(kept.values.flatMap { $0.map(\.chain) })
    }

    /// Whether a message comes before another, by sent and identifier.
    func precedes(_ left: Int, _ right: Int) -> Bool {
        // A copy of a message is expensive.
        let (left, right) = (places[left], places[right])
        let (first, second) = (messages[left].sent, messages[right].sent)
        return first == second
            ? messages[left].identifier.precedes(messages[right].identifier) : first < second
    }

    /// Returns the messages that others name, and that were never read, as facts to remember; none if they
    /// are remembered.
    func gaps(at now: UTC) -> [String: String] {
        var gaps = AlertGaps(memory)
        gaps.keep { reference in !isRead(reference.sender + "," + reference.identifier) }
        for place in places {
            for reference in messages[place].references {
                guard let name = messages[place].name(of: reference), !isStated(name),
                    memory.memo(of: name, reference.identifier) == nil
                else { continue }
                gaps.add(reference, of: messages[place].sender)
            }
        }
        return gaps.facts(at: now)
    }

    /// Whether a message counts and is in the document.
    private func isStated(_ name: String) -> Bool {
        names.number(of: name).map { $0 < places.count } ?? false
    }

    /// Whether a message that another one names is in the document, or was read before.
    private func isRead(_ name: String) -> Bool {
        isStated(name) || memory.text(name).map { AlertMemo($0).end != .missed } ?? false
    }

    /// Returns what is to be remembered of messages, by name, with the keys that the document gives them.
    func memos(with keys: [String?]) -> [String: String] {
        var memos = joins
        memos.reserveCapacity(keys.count)
        for number in 0..<names.count {
            if let end = end(of: number) {
                let key = keys[number] ?? names.memos[number]?.key ?? ""
                memos[names.texts[number]] = AlertMemo(key: key, end: end, moment: moment(of: number)).text
            } else if let key = keys[number] {
                memos[names.texts[number]] = key
            }
        }
        return memos
    }

    /// Returns how the document ends a message; `nil` if it does not, or it is remembered.
    private func end(of number: Int) -> AlertMemo.End? {
        guard let memo = names.memos[number] else { return statedEnd(of: number, nil) }
        guard let end = statedEnd(of: number, memo) else { return nil }
        if memo.end != .superseded { return end != memo.end || moment(of: number) != memo.moment ? end : nil }
        if endings.contains(number) { return moment(of: number) != memo.moment ? end : nil }
        return memo.forbids(messages[places[number]].sent, in: nil) ? nil : end
    }

    /// Returns when the last message that ends another one was sent, in this document or an earlier one; `nil` if
    /// that is not known, or none ends it.
    private func moment(of number: Int) -> UTC? {
        let moment = endings.moment(of: number)
        guard let memo = names.memos[number], memo.isSuperseded else { return moment }
        guard let earlier = memo.moment, let moment else { return nil }
        return max(earlier, moment)
    }

    private func statedEnd(of number: Int, _ memo: AlertMemo?) -> AlertMemo.End? {
        let isStated = number < places.count
        if endings.contains(number) {
            return !isStated && (memo == nil || memo?.end == .missed) ? .missed : .superseded
        }
        guard isStated, messages[places[number]].isOver else { return nil }
        return .over(messages[places[number]].sent)
    }
}

extension AlertMessage {
    /// Returns why the message, whose values CAP defines, has no effect; `nil` if it has.
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
