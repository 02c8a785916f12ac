import Records

/// An update whose predecessor was never read: it continues the alerts of the same event that it covers.
///
/// NAAD's index leaves out some messages, and an update of ECCC names only its predecessor.
struct AlertGap {
    private let update: AlertMessage
    /// When the predecessor was sent, the latest of several.
    private let time: UTC
    private let events: Set<String>
    private let zones: Set<String>

    /// Finds the gap before a message; `nil` if there is none.
    init?(_ update: AlertMessage, _ names: AlertNames, _ memory: AlertMemory) {
        guard update.type != "Alert" else { return nil }
        let unread = update.references.filter { reference in
            guard let name = update.name(of: reference), names.number(of: name) == nil else { return false }
            let memo = memory.memo(of: name, reference.identifier)
            return memo == nil || memo?.end == .missed
        }
        guard let time = unread.map({ $0.sent ?? update.sent }).max() else { return nil }
        self.update = update
        self.time = time
        events = Set(update.blocks.map(\.event))
        zones = update.zones(of: update.blocks)
    }

    /// Returns references to the alerts that the update continues.
    ///
    /// - Parameters:
    ///   - messages: The messages of the document.
    ///   - known: The alerts of earlier documents that it does not state.
    /// - Returns: The references, without those that it has.
    func predecessors(among messages: [AlertMessage], _ known: [KnownAlert]) -> [AlertReference] {
        let ended = Set(messages.flatMap { $0.ended.map(\.name) })
        let stated = messages.filter { isCovered($0) && !ended.contains($0.name) }
        let others = known.filter { isCovered($0) && !ended.contains($0.name) }
        let references =
            stated.map { AlertReference($0.identifier, sent: $0.sent) }
            + others.map { AlertReference($0.identifier, sent: $0.sent) }
        return references.filter { !update.references.contains($0) }
    }

    private func isCovered(_ message: AlertMessage) -> Bool {
        guard message.name != update.name, message.warns(at: update.sent) else { return false }
        return isCovered(message.sender, message.live.first?.event ?? "", message.sent)
            && isCovered(message.zones(of: message.live))
    }

    private func isCovered(_ alert: KnownAlert) -> Bool {
        isCovered(alert.sender, alert.event, alert.sent) && isCovered(alert.zones)
    }

    private func isCovered(_ sender: String, _ event: String, _ sent: UTC) -> Bool {
        sender.hasBytes(of: update.sender) && events.contains(event) && sent < update.sent && sent <= time
    }

    private func isCovered(_ others: Set<String>) -> Bool { !others.isEmpty && others.isSubset(of: zones) }
}

extension AlertMessage {
    /// Whether it warns at a moment, as far as it says itself.
    fileprivate func warns(at moment: UTC) -> Bool {
        type != "Cancel" && !isOver && !isBlank && ends.map { $0 > moment } ?? true
    }
}
