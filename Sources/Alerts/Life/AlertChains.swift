import Records

/// The assignment of keys to the alerts of one document.
struct AlertChains {
    /// The keys of messages that were not known before, by name.
    private(set) var names: [String: String] = [:]
    private var taken: Set<String>

    /// Creates an assignment.
    ///
    /// - Parameter taken: The keys of alerts that the document does not state, and that stay.
    init(taken: Set<String>) { self.taken = taken }

    /// Returns the keys of alerts: the key that a message had, otherwise that of the earliest known reference
    /// that is free, otherwise the identifier of the earliest reference, otherwise its own. References of a
    /// message become known with it.
    ///
    /// - Parameters:
    ///   - alerts: The alerts, in the order of sent and identifier.
    ///   - own: Their names.
    ///   - memory: What is remembered of earlier documents.
    /// - Returns: The keys, in the order of the alerts.
    mutating func keys(of alerts: [AlertMessage], named own: [String], _ memory: AlertMemory) -> [String] {
        names.reserveCapacity(2 * alerts.count)
        var keys: [String?] = []
        keys.reserveCapacity(alerts.count)
        for (place, name) in own.enumerated() {
            let memo = memory.memo(of: name, alerts[place].identifier)
            // Two messages of one chain are in force only if the one that connects them has disappeared.
            guard let key = memo?.ownKey, taken.insert(key).inserted else {
                keys.append(nil)
                continue
            }
            if memo?.end != nil { names[name] = key }
            keys.append(key)
        }
        return alerts.indices.map { place in
            keys[place] ?? newKey(of: alerts[place], named: own[place], memory)
        }
    }

    private mutating func newKey(
        of alert: AlertMessage, named name: String, _ memory: AlertMemory
    ) -> String {
        let references = alert.ordered
        var known = alert.entry.isEmpty ? [] : [memory.memo(of: alert.entry, "")?.ownKey].compactMap(\.self)
        var unknown: [String] = []
        for (name, identifier) in references {
            if let key = names[name] ?? memory.memo(of: name, identifier)?.ownKey {
                known.append(key)
            } else {
                unknown.append(name)
            }
        }
        let candidates = known.isEmpty ? references.prefix(1).map(\.identifier) : known
        let key = candidates.first { !taken.contains($0) && RecordKey.isValid($0) } ?? alert.ownKey(taken)
        taken.insert(key)
        names[name] = key
        for name in unknown { names[name] = key }
        return key
    }
}

extension AlertMessage {
    /// The names and identifiers of references, the earliest first, of equal ones in the order of the
    /// document.
    fileprivate var ordered: [(name: String, identifier: String)] {
        let named = references.compactMap { reference in
            name(of: reference).map { (name: $0, reference: reference) }
        }
        guard named.count > 1 else { return named.map { ($0.name, $0.reference.identifier) } }
        return named.enumerated().sorted { left, right in
            let (first, second) = (left.element.reference.sent ?? sent, right.element.reference.sent ?? sent)
            return first == second ? left.offset < right.offset : first < second
        }.map { ($0.element.name, $0.element.reference.identifier) }
    }

    /// Returns the identifier as a key; with a hash if it cannot be one, or another chain has it.
    fileprivate func ownKey(_ taken: Set<String>) -> String {
        if RecordKey.isValid(identifier), !taken.contains(identifier) { return identifier }
        var key = ""
        var text = name
        repeat {
            text += "+"
            let hash = RecordHash(Array(text.utf8))
            key = "alert-" + String(hash.high, radix: 16) + String(hash.low, radix: 16)
        } while taken.contains(key)
        return key
    }
}
