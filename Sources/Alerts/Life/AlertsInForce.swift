public import Records

/// The alerts that a document leaves in force at a moment, each with the key of its chain.
///
/// A chain is an alert with all its updates: it keeps one key for life, so that an update is a change of the
/// same record. A document is either a state, the complete truth at its time, or a collection that only
/// grows.
public struct AlertsInForce: Sendable {
    /// An alert that is in force or announced.
    public struct Alert: Sendable {
        /// The key of its chain.
        public let key: String
        /// The message that counts.
        public internal(set) var message: AlertMessage
        /// The moment at which it ends; `nil` if only a later document ends it.
        public let ends: UTC?
    }

    /// The alerts in the order of sent and identifier.
    public private(set) var alerts: [Alert] = []
    /// The keys of messages that were not known before, by identifier.
    public private(set) var names: [String: String] = [:]
    /// The number of messages that are not in force, by reason: `test`, `cancel`, `superseded`, `over`,
    /// `ended`.
    public private(set) var left: [String: Int] = [:]

    /// Finds the alerts in force.
    ///
    /// - Parameters:
    ///   - messages: The messages of the document, in its order.
    ///   - now: The moment.
    ///   - isCollection: Whether the document only grows.
    ///   - recall: Returns the key that a message had in an earlier document, by identifier; `nil` if it is
    ///     not known.
    public init(
        _ messages: [AlertMessage], at now: UTC, isCollection: Bool,
        recall: (String) throws -> String?
    ) rethrows {
        let latest = AlertsInForce.latest(of: messages)
        let superseded = AlertsInForce.superseded(by: latest, of: messages)
        // Places are sorted, since a message is large.
        var active: [(place: Int, ends: UTC?)] = []
        for place in latest {
            let ends = isCollection ? messages[place].endsInCollection : messages[place].ends
            if let reason = messages[place].reasonToLeave(superseded, ends: ends, at: now) {
                left[reason, default: 0] += 1
            } else {
                active.append((place, ends))
            }
        }
        active.sort { AlertsInForce.precedes(messages[$0.place], messages[$1.place]) }
        var chains = AlertChains()
        let ordered = active.map { messages[$0.place] }
        let keys = try chains.keys(of: ordered, recall: recall)
        names = chains.names
        alerts = active.indices.map {
            Alert(key: keys[$0], message: ordered[$0], ends: active[$0].ends)
        }
    }

    /// The next moment after `now` at which an alert ends or begins; `nil` if none does.
    public func next(after now: UTC) -> UTC? {
        var next: UTC?
        for alert in alerts {
            for moment in [alert.ends ?? now, alert.message.onset] where moment > now {
                next = min(next ?? moment, moment)
            }
        }
        return next
    }

    /// Returns the place of the message of each identifier that was sent last; of those sent at the same
    /// time, the last.
    private static func latest(of messages: [AlertMessage]) -> [Int] {
        var ranks: [ByteKey: Int] = [:]
        ranks.reserveCapacity(messages.count)
        var latest: [Int] = []
        latest.reserveCapacity(messages.count)
        for place in messages.indices {
            let name = ByteKey(messages[place].identifier)
            guard let rank = ranks[name] else {
                ranks[name] = latest.count
                latest.append(place)
                continue
            }
            if messages[place].sent >= messages[latest[rank]].sent { latest[rank] = place }
        }
        return latest
    }

    /// Returns the identifiers that other messages supersede.
    private static func superseded(by places: [Int], of messages: [AlertMessage]) -> Set<String> {
        var names: Set<String> = []
        for place in places {
            let own = messages[place].identifier
            for reference in messages[place].references where reference.identifier != own {
                names.insert(reference.identifier)
            }
            for name in messages[place].expired where name != own { names.insert(name) }
        }
        return names
    }

    private static func precedes(_ left: AlertMessage, _ right: AlertMessage) -> Bool {
        left.sent == right.sent ? left.identifier.precedes(right.identifier) : left.sent < right.sent
    }
}

extension AlertMessage {
    /// Returns why the message is not in force; `nil` if it is.
    fileprivate func reasonToLeave(_ superseded: Set<String>, ends: UTC?, at now: UTC) -> String? {
        if status != "Actual" { return "test" }
        if type != "Alert" && type != "Update" { return "cancel" }
        if superseded.contains(identifier) { return "superseded" }
        if isOver { return "over" }
        if let ends, ends <= now { return "ended" }
        return nil
    }
}
