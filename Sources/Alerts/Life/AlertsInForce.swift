import Decoding
public import Records

/// The alerts that a document, together with what earlier ones left in force, leaves in force at a moment,
/// each with the key of its chain.
///
/// A message is identified by its sender and its identifier. It ends for good when a later message of its
/// sender names it; when its sender says that it is over; when its time is over; or when its absence from an
/// upstream's answers is confirmed, if `Absence=` says that this means the end. Nothing else ends it: no
/// message that is not `Actual`, no acknowledgement, no other sender, no older document.
///
/// A chain is an alert with all its updates: it keeps one key for life, so that an update is a change of the
/// same record. The blocks of a message that differ in event, level or time are parts of one warning; each
/// part is an alert of its own, the second with the key of the chain and `#2`.
public struct AlertsInForce: Sendable {
    /// A part of an alert that is in force or announced.
    public struct Alert: Sendable {
        /// The key of its chain, with the number of the part.
        public let key: String
        /// The message that counts.
        public let message: AlertMessage
        /// The blocks of the part, one for each language.
        public internal(set) var blocks: [AlertBlock]
        /// The moment at which it ends; `nil` if only a later document ends it.
        public let ends: UTC?

        /// The moment at which it begins.
        var begins: UTC { blocks.beginning ?? message.sent }
    }

    /// The alerts of the document in the order of sent and identifier.
    public private(set) var alerts: [Alert] = []
    /// The keys of earlier alerts that the document does not state, and that stay.
    public private(set) var kept: [String] = []
    /// The earlier alerts that an answer lacks, by key, with the moment of the first such answer; `nil` for
    /// one that is confirmed again.
    public private(set) var unconfirmed: [String: UTC?] = [:]
    /// The facts to remember of messages, by name.
    public private(set) var names: [String: String] = [:]
    /// The number of messages that are not in force, by reason: `test`, `reply`, `cancel`, `superseded`,
    /// `over`, `green`, `ended`, `older`.
    public private(set) var left: [String: Int] = [:]
    /// The remarks on the document.
    public private(set) var notes: [String] = []
    /// Whether an earlier alert waits for another answer that lacks it.
    public private(set) var awaitsAnswer = false
    /// Whether the document is older than one that was accepted, and changes nothing.
    public private(set) var isBehind = false
    /// The moments at which kept alerts change.
    private var moments: [UTC] = []

    /// Finds the alerts in force without earlier ones.
    ///
    /// - Parameters:
    ///   - messages: The messages of the document, in its order.
    ///   - now: The moment.
    ///   - isCollection: Whether the document only grows.
    ///   - recall: Returns what is remembered of a message, by name; `nil` if it is not known.
    public init(
        _ messages: [AlertMessage], at now: UTC, isCollection: Bool, recall: @escaping (String) -> String?
    ) {
        self.init(
            AlertAnswer(messages), after: [], absence: .end, at: now, ages: now, isCollection: isCollection,
            recall: recall)
    }

    /// Finds the alerts in force.
    ///
    /// - Parameters:
    ///   - answer: The document.
    ///   - known: The alerts that earlier documents left in force.
    ///   - absence: The meaning of their absence.
    ///   - now: The moment.
    ///   - ages: The moment that absences count against, which a wrong clock does not advance.
    ///   - isCollection: Whether the document only grows.
    ///   - recall: Returns what is remembered of a message, by name; `nil` if it is not known.
    public init(
        _ answer: AlertAnswer, after known: [KnownAlert], absence: AlertAbsence, at now: UTC, ages: UTC,
        isCollection: Bool, recall: @escaping (String) -> String?
    ) {
        let memory = AlertMemory(recall)
        let order =
            answer.isOrdered
            ? EditionOrder(answer.time, at: now) { memory.text($0) } : EditionOrder()
        names = order.names
        notes = order.notes
        guard !order.isOlder || absence == .nothing else {
            isBehind = true
            left["older", default: 0] += answer.messages.count
            for alert in known { keep(alert, since: alert.unconfirmed, at: now) }
            return
        }
        let state = AlertMessages(answer, known: known, memory)
        left = state.left
        choose(from: state, in: answer, at: now, isCollection)
        if answer.hasArchive { names.merge(state.gaps(at: now)) { $1 } }
        let counts = answer.isCounted && !order.isOlder
        let silence = counts ? AlertSilence(answer, memory, at: ages) : nil
        names.merge(silence?.names ?? [:]) { $1 }
        for alert in known where !state.isSuperseded(alert.name) {
            if state.isReplaced(alert.name) {
                remark(alert, in: answer)
            } else {
                judge(alert, in: answer, silence, absence, at: now, ages: ages)
            }
        }
    }

    /// The next moment after `now` at which an alert ends or begins; `nil` if none does.
    public func next(after now: UTC) -> UTC? {
        var next = moments.filter { $0 > now }.min()
        for alert in alerts {
            for moment in [alert.ends ?? now, alert.begins] where moment > now {
                next = min(next ?? moment, moment)
            }
        }
        return next
    }
}

extension AlertsInForce {
    /// Chooses the messages that count, and gives them keys.
    private mutating func choose(
        from state: AlertMessages, in answer: AlertAnswer, at now: UTC, _ isCollection: Bool
    ) {
        // Numbers are sorted, since a message is large.
        var active: [(number: Int, parts: [Part])] = []
        for number in state.places.indices {
            let reason = state.reasonToLeave(number, in: answer.time)
            let parts = reason == nil ? parts(of: state.message(number), at: now, isCollection) : []
            if parts.isEmpty {
                left[reason ?? "ended", default: 0] += 1
            } else {
                active.append((number, parts))
            }
        }
        active.sort { state.precedes($0.number, $1.number) }
        remark(
            onCircle: active.map(\.number).filter(state.circle.contains).map { state.message($0).identifier })
        var chains = AlertChains(state)
        let keys = chains.keys(of: active.map(\.number))
        names = state.memos(with: chains.given).merging(names) { $1 }
        for (key, (number, parts)) in zip(keys, active) { add(parts, of: state.message(number), under: key) }
    }

    /// Adds the remark that messages are in force although others end them.
    private mutating func remark(onCircle identifiers: [String]) {
        if identifiers.isEmpty { return }
        let named = identifiers.prefix(3).map { String($0.prefix(100)) }.joined(separator: ", ")
        let more = identifiers.count > 3 ? " and \(identifiers.count - 3) more" : ""
        notes.append("messages that were sent at the same time end each other, and are kept: " + named + more)
    }

    private typealias Part = (number: Int, blocks: [AlertBlock], ends: UTC?)

    /// Returns the parts of a message that have not ended, with their numbers.
    private func parts(of message: AlertMessage, at now: UTC, _ isCollection: Bool) -> [Part] {
        if message.live.count < 2 {
            let part = part(1, message.live, of: message, at: now, isCollection)
            return part.map { [$0] } ?? []
        }
        return message.parts.enumerated().compactMap { index, blocks in
            part(index + 1, blocks, of: message, at: now, isCollection)
        }
    }

    /// Returns a part of a message; `nil` if it has ended.
    private func part(
        _ number: Int, _ blocks: [AlertBlock], of message: AlertMessage, at now: UTC, _ isCollection: Bool
    ) -> Part? {
        let ends = isCollection ? blocks.endsInCollection(sent: message.sent) : blocks.ends
        if let ends, ends <= now { return nil }
        return (number, blocks, ends)
    }

    private mutating func add(_ parts: [Part], of message: AlertMessage, under key: String) {
        for part in parts {
            let own = part.number == 1 ? key : "\(key)#\(part.number)"
            alerts.append(Alert(key: own, message: message, blocks: part.blocks, ends: part.ends))
        }
    }

    /// Decides whether an earlier alert that the document does not state stays.
    /// The run of empty answers is `nil` if what the answer lacks does not count.
    private mutating func judge(
        _ alert: KnownAlert, in answer: AlertAnswer, _ silence: AlertSilence?, _ absence: AlertAbsence,
        at now: UTC, ages: UTC
    ) {
        guard !answer.listed.contains(alert.name) else {
            return keep(alert, since: answer.isConfirmation ? nil : alert.unconfirmed, at: now)
        }
        guard let silence else { return keep(alert, since: alert.unconfirmed, at: now) }
        let since = silence.mark(of: alert.unconfirmed, at: ages)
        let start = silence.start(of: since, at: ages)
        // A message that could not be read may be the update of the alert, so that its absence ends nothing.
        let isUncertain = answer.hasUnreadable
        if !isUncertain, absence.ends(missingSince: start, at: ages, isEmpty: answer.isEmpty) {
            guard let time = answer.time else { return }
            names[alert.name] = AlertMemo(key: alert.key, end: .absent(time)).text
        } else if alert.ends != nil || ages - since < AlertAbsence.patience {
            if absence != .nothing, !isUncertain { awaitsAnswer = true }
            keep(alert, since: since, at: now)
        }
    }

    /// Removes the mark of an alert that the document states, if the upstream itself sent it; otherwise the mark
    /// stays, also if the record is written anew.
    private mutating func remark(_ alert: KnownAlert, in answer: AlertAnswer) {
        guard let mark = alert.unconfirmed else { return }
        unconfirmed[alert.key] = .some(answer.isConfirmation ? nil : mark)
    }

    private mutating func keep(_ alert: KnownAlert, since: UTC?, at now: UTC) {
        if let ends = alert.ends, ends <= now { return }
        kept.append(alert.key)
        if since != alert.unconfirmed { unconfirmed[alert.key] = .some(since) }
        moments += [alert.onset, alert.ends].compactMap(\.self)
    }
}
