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
        let superseded = AlertsInForce.superseded(by: latest)
        var active: [(message: AlertMessage, ends: UTC?)] = []
        for message in latest {
            let ends = isCollection ? message.endsInCollection : message.ends
            if let reason = message.reasonToLeave(superseded, ends: ends, at: now) {
                left[reason, default: 0] += 1
            } else {
                active.append((message, ends))
            }
        }
        // Indexes are sorted, since a message is large.
        let order = active.indices.sorted {
            AlertsInForce.precedes(active[$0].message, active[$1].message)
        }
        var chains = AlertChains()
        let keys = try chains.keys(of: order.map { active[$0].message }, recall: recall)
        names = chains.names
        alerts = zip(keys, order).map {
            Alert(key: $0, message: active[$1].message, ends: active[$1].ends)
        }
    }

    /// The next moment after `now` at which an alert ends or begins; `nil` if none does.
    public func next(after now: UTC) -> UTC? {
        alerts.lazy.flatMap { [$0.ends, $0.message.onset] }.compactMap(\.self).filter { $0 > now }.min()
    }

    /// Returns the message of each identifier that was sent last; of those sent at the same time, the last.
    private static func latest(of messages: [AlertMessage]) -> [AlertMessage] {
        var places: [ByteKey: Int] = [:]
        places.reserveCapacity(messages.count)
        var latest: [AlertMessage] = []
        latest.reserveCapacity(messages.count)
        for message in messages {
            let name = ByteKey(message.identifier)
            guard let place = places[name] else {
                places[name] = latest.count
                latest.append(message)
                continue
            }
            if message.sent >= latest[place].sent { latest[place] = message }
        }
        return latest
    }

    /// The identifiers that other messages supersede.
    private static func superseded(by messages: [AlertMessage]) -> Set<String> {
        var names: Set<String> = []
        for message in messages {
            for name in message.references.map(\.identifier) + message.expired
            where name != message.identifier {
                names.insert(name)
            }
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
