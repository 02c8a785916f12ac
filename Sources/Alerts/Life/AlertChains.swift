import Records

/// The assignment of keys to the alerts of one document.
struct AlertChains {
    private let state: AlertMessages
    /// The keys of messages that were not known before, by number; `nil` for the others.
    private(set) var given: [String?]
    private var taken: Set<String>

    /// Creates an assignment, in which the keys of alerts that the document does not state, and that stay,
    /// are taken.
    init(_ state: AlertMessages) {
        self.state = state
        given = Array(repeating: nil, count: state.names.count)
        taken = state.keptKeys
        taken.reserveCapacity(taken.count + state.places.count)
    }

    /// Returns the keys of alerts: the key that a message had, otherwise that of the earliest known reference
    /// that is free, otherwise the identifier of the earliest reference, otherwise its own. References of a
    /// message become known with it.
    ///
    /// - Parameter numbers: The numbers of the alerts, in the order of sent and identifier.
    /// - Returns: The keys, in the order of the alerts.
    mutating func keys(of numbers: [Int]) -> [String] {
        let old = numbers.map { oldKey(of: $0) }
        return numbers.indices.map { old[$0] ?? newKey(of: numbers[$0]) }
    }

    /// Returns the key that a message had; `nil` if it had none, or another message has it.
    private mutating func oldKey(of number: Int) -> String? {
        guard let memo = state.names.memos[number], let key = memo.ownKey else { return nil }
        // Two messages of one chain are in force only if the one that connects them has disappeared.
        guard taken.insert(key).inserted else { return nil }
        if memo.end != nil { given[number] = key }
        return key
    }

    private mutating func newKey(of number: Int) -> String {
        let links = state.links[number]
        let key = continuedKey(of: links) ?? ownKey(of: number)
        taken.insert(key)
        given[number] = key
        for link in links where link.kind == .reference && self.key(of: link) == nil {
            given[link.number] = key
        }
        return key
    }

    /// Returns the key of the alert that links continue; `nil` if there is none, or another message has it.
    private func continuedKey(of links: [AlertLink]) -> String? {
        if links.isEmpty { return nil }
        var known = links.lazy.filter { $0.kind != .expired }.compactMap(key).makeIterator()
        guard var key = known.next() ?? links.first(where: { $0.kind == .reference })?.identifier else {
            return nil
        }
        while taken.contains(key) || !RecordKey.isValid(key) {
            guard let next = known.next() else { return nil }
            key = next
        }
        return key
    }

    private func key(of link: AlertLink) -> String? {
        given[link.number] ?? state.names.memos[link.number]?.ownKey
    }

    /// Returns the identifier as a key; with a hash if it cannot be one, or another chain has it.
    private func ownKey(of number: Int) -> String {
        let identifier = state.message(number).identifier
        if !taken.contains(identifier), RecordKey.isValid(identifier) { return identifier }
        var text = state.names.texts[number]
        var key = ""
        repeat {
            text += "+"
            let hash = RecordHash(Array(text.utf8))
            key = "alert-" + String(hash.high, radix: 16) + String(hash.low, radix: 16)
        } while taken.contains(key)
        return key
    }
}
