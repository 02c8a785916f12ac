import Records

/// An update whose predecessor was never read: it continues the alerts of the same event that it covers.
///
/// NAAD's index leaves out some messages, and an update of ECCC names only its predecessor.
struct AlertGap {
    /// The predecessor, the latest of several.
    let predecessor: AlertJoin.Gap
    /// The sender, event and significance of each block of the update.
    let joins: [AlertJoin]
    /// The zones of the update.
    let zones: Set<String>
    private let update: AlertMessage

    /// Finds the gap before a message; `nil` if there is none.
    init?(_ update: AlertMessage, _ names: AlertNames, _ memory: AlertMemory) {
        let unread = update.references.compactMap { reference -> AlertJoin.Gap? in
            guard let name = update.name(of: reference), names.number(of: name) == nil else { return nil }
            let memo = memory.memo(of: name, reference.identifier)
            guard memo == nil || memo?.end == .missed else { return nil }
            let latest = update.sent - .seconds(1)
            return AlertJoin.Gap(name: name, sent: min(reference.sent ?? latest, latest))
        }
        guard let predecessor = unread.max(by: { $0.sent < $1.sent }) else { return nil }
        self.predecessor = predecessor
        self.update = update
        joins = update.joins
        zones = update.zones(of: update.blocks)
    }

    /// Returns references to the alerts that the update continues.
    ///
    /// - Parameters:
    ///   - messages: The messages of the document.
    ///   - known: The alerts of earlier documents that it does not state.
    /// - Returns: The references.
    func predecessors(among messages: [AlertMessage], _ known: [KnownAlert]) -> [AlertReference] {
        let stated = messages.filter { isCovered($0) }
        let earlier = known.filter { isCovered($0) }
        if stated.isEmpty, earlier.isEmpty { return [] }
        let ended = Set(messages.flatMap { $0.ended.map(\.name) })
        var references: [AlertReference] = []
        for message in stated where !ended.contains(message.name) {
            references.append(AlertReference(message.identifier, sent: message.sent))
        }
        for alert in earlier where !ended.contains(alert.name) {
            references.append(AlertReference(alert.identifier, sent: alert.sent))
        }
        return references
    }

    /// Whether the update covers a message; the sets of zones, which cost most, are made last.
    private func isCovered(_ message: AlertMessage) -> Bool {
        guard isEarlier(message.sent), let join = message.join, isJoined(join), message.name != update.name,
            message.warns(at: update.sent)
        else { return false }
        return isCovered(message.zones(of: message.live))
    }

    private func isCovered(_ alert: KnownAlert) -> Bool {
        isEarlier(alert.sent) && isJoined(AlertJoin(alert)) && isCovered(alert.zones)
    }

    private func isEarlier(_ sent: UTC) -> Bool { sent < update.sent && sent <= predecessor.sent }

    private func isJoined(_ join: AlertJoin) -> Bool { joins.contains { $0.matches(join) } }

    private func isCovered(_ others: Set<String>) -> Bool { !others.isEmpty && others.isSubset(of: zones) }
}

extension AlertMessage {
    /// Whether it warns at a moment, as far as it says itself.
    func warns(at moment: UTC) -> Bool {
        type != "Cancel" && !isOver && !isBlank && ends.map { $0 > moment } ?? true
    }
}
