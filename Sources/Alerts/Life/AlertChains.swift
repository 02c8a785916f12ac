import Records

/// The assignment of keys to the alerts of one document.
struct AlertChains {
    /// The keys of messages that were not known before, by identifier.
    private(set) var names: [String: String] = [:]
    private var taken: Set<String> = []

    /// Returns the keys of alerts: the key that a message had, otherwise that of the earliest known reference
    /// that is free, otherwise the identifier of the earliest reference, otherwise its own. References of a
    /// message become known with it.
    ///
    /// - Parameters:
    ///   - alerts: The alerts, in the order of sent and identifier.
    ///   - recall: Returns the key that a message had in an earlier document; `nil` if it is not known.
    /// - Returns: The keys, in the order of the alerts.
    mutating func keys(
        of alerts: [AlertMessage], recall: (String) throws -> String?
    ) rethrows -> [String] {
        names.reserveCapacity(2 * alerts.count)
        var keys = try alerts.map { try recall($0.identifier) }
        for index in keys.indices {
            guard let key = keys[index] else { continue }
            // Two messages of one chain are in force only if the one that connects them has disappeared.
            if !taken.insert(key).inserted { keys[index] = nil }
        }
        return try zip(alerts, keys).map { alert, key in try key ?? newKey(of: alert, recall) }
    }

    private mutating func newKey(
        of alert: AlertMessage, _ recall: (String) throws -> String?
    ) rethrows -> String {
        let references = alert.ordered
        var known: [String] = []
        var unknown: [String] = []
        for name in references {
            if let key = try names[name] ?? recall(name) { known.append(key) } else { unknown.append(name) }
        }
        let candidates = known.isEmpty ? Array(references.prefix(1)) : known
        let key = candidates.first { !taken.contains($0) && RecordKey.isValid($0) } ?? alert.ownKey(taken)
        taken.insert(key)
        names[alert.identifier] = key
        for name in unknown { names[name] = key }
        return key
    }
}

extension AlertMessage {
    /// The identifiers of references, the earliest first, of equal ones in the order of the document.
    fileprivate var ordered: [String] {
        guard references.count > 1 else { return references.map(\.identifier).filter { $0 != identifier } }
        return references.enumerated().sorted { left, right in
            let (first, second) = (left.element.sent ?? sent, right.element.sent ?? sent)
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element.identifier).filter { $0 != identifier }
    }

    /// Returns the identifier as a key; with a hash if it cannot be one, or another chain has it.
    fileprivate func ownKey(_ taken: Set<String>) -> String {
        if RecordKey.isValid(identifier), !taken.contains(identifier) { return identifier }
        var key = ""
        var text = identifier
        repeat {
            text += "+"
            let hash = RecordHash(Array(text.utf8))
            key = "alert-" + String(hash.high, radix: 16) + String(hash.low, radix: 16)
        } while taken.contains(key)
        return key
    }
}
