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
        let ended = Set(messages.flatMap { $0.ended.map(\.name) })
        let stated = messages.filter { isCovered($0) && !ended.contains($0.name) }
        let others = known.filter { isCovered($0) && !ended.contains($0.name) }
        return stated.map { AlertReference($0.identifier, sent: $0.sent) }
            + others.map { AlertReference($0.identifier, sent: $0.sent) }
    }

    private func isCovered(_ message: AlertMessage) -> Bool {
        guard message.name != update.name, message.warns(at: update.sent), let join = message.join else {
            return false
        }
        return isCovered(join, message.sent, message.zones(of: message.live))
    }

    private func isCovered(_ alert: KnownAlert) -> Bool {
        isCovered(AlertJoin(alert), alert.sent, alert.zones)
    }

    private func isCovered(_ join: AlertJoin, _ sent: UTC, _ others: Set<String>) -> Bool {
        joins.contains { $0.matches(join) } && sent < update.sent && sent <= predecessor.sent
            && !others.isEmpty && others.isSubset(of: zones)
    }
}

extension AlertMessage {
    /// Whether it warns at a moment, as far as it says itself.
    func warns(at moment: UTC) -> Bool {
        type != "Cancel" && !isOver && !isBlank && ends.map { $0 > moment } ?? true
    }
}
