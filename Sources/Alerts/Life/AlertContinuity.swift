import Records

/// Adds the references that senders leave out, so that a message continues another one as its sender means
/// it.
struct AlertContinuity {
    private let known: [KnownAlert]
    private let memory: AlertMemory

    init(_ known: [KnownAlert], _ memory: AlertMemory) {
        self.known = known
        self.memory = memory
    }

    /// An alert that a message may continue.
    fileprivate struct Candidate {
        let identifier: String
        let sent: UTC
        let span: Range<UTC>
        /// The day that it is for; empty if unknown or any.
        let day: String
        /// Whether it is for a day.
        let isDaily: Bool
        /// The place in the document; `nil` for an earlier alert.
        let place: Int?
        let area: () -> GeoArea?
    }

    /// Adds references to the messages at some places of a document.
    func connect(_ messages: inout [AlertMessage], at places: [Int], _ names: AlertNames) {
        var groups: [String: [Candidate]] = [:]
        for place in places {
            switch messages[place].dialect {
            case .nws, .meteoFrance:
                guard let group = messages[place].group else { continue }
                groups[group, default: []].append(Candidate(messages[place], at: place))
            case .canada: fillGap(of: place, in: &messages, at: places, names)
            case .meteoAlarm, .other: continue
            }
        }
        guard !groups.isEmpty else { return }
        for alert in known where names.number(of: alert.name) == nil {
            guard let group = alert.group, groups[group] != nil else { continue }
            groups[group]?.append(Candidate(alert))
        }
        for group in groups.values where group.count > 1 { link(group, in: &messages) }
    }

    /// Lets each message of a group continue the earlier ones that it repeats.
    private func link(_ group: [Candidate], in messages: inout [AlertMessage]) {
        for newer in group {
            guard let place = newer.place else { continue }
            for older in group where older.sent < newer.sent && newer.repeats(older) {
                messages[place].references.append(AlertReference(older.identifier, sent: older.sent))
            }
        }
    }

    /// Lets an update whose predecessor is unknown continue the alert of the same event that it covers.
    private func fillGap(
        of place: Int, in messages: inout [AlertMessage], at places: [Int], _ names: AlertNames
    ) {
        let update = messages[place]
        guard update.type != "Alert", let gap = gap(in: update, names) else { return }
        let events = Set(update.blocks.map(\.event))
        let zones = update.zones(of: update.blocks)
        func covers(_ sender: String, _ event: String, _ sent: UTC, _ others: Set<String>) -> Bool {
            sender.hasBytes(of: update.sender) && events.contains(event) && sent < update.sent && sent <= gap
                && !others.isEmpty && others.isSubset(of: zones)
        }
        var found: [AlertReference] = []
        let ended = Set(places.flatMap { messages[$0].ended.map(\.name) })
        for other in places where other != place && messages[other].warns(at: update.sent) {
            let message = messages[other]
            if ended.contains(message.name) { continue }
            let event = message.live.first?.event ?? ""
            guard covers(message.sender, event, message.sent, message.zones(of: message.live)) else {
                continue
            }
            found.append(AlertReference(message.identifier, sent: message.sent))
        }
        for alert in known where names.number(of: alert.name) == nil && !ended.contains(alert.name) {
            guard covers(alert.sender, alert.event, alert.sent, alert.zones) else { continue }
            found.append(AlertReference(alert.identifier, sent: alert.sent))
        }
        messages[place].references += found.filter { !update.references.contains($0) }
    }

    /// Returns when the predecessor of an update that was never read was sent, the latest of several; `nil`
    /// if all were read.
    private func gap(in update: AlertMessage, _ names: AlertNames) -> UTC? {
        update.references.filter { reference in
            guard let name = update.name(of: reference), names.number(of: name) == nil else { return false }
            let memo = memory.memo(of: name, reference.identifier)
            return memo == nil || memo?.end == .missed
        }.map { $0.sent ?? update.sent }.max()
    }
}

extension AlertContinuity.Candidate {
    fileprivate init(_ message: AlertMessage, at place: Int) {
        let begin = message.live.beginning ?? message.sent
        self.init(
            identifier: message.identifier, sent: message.sent,
            span: begin..<Swift.max(begin, message.ends ?? .distantFuture),
            day: message.live.first?.day ?? "", isDaily: message.dialect == .meteoFrance, place: place,
            area: { message.area })
    }

    fileprivate init(_ alert: KnownAlert) {
        let begin = alert.onset ?? alert.sent
        self.init(
            identifier: alert.identifier, sent: alert.sent,
            span: begin..<Swift.max(begin, alert.ends ?? .distantFuture), day: "",
            isDaily: alert.marks["awareness_type"] != nil, place: nil, area: { alert.area })
    }

    /// Whether it repeats an earlier one: at the same time, unless both have areas that are apart.
    fileprivate func repeats(_ older: Self) -> Bool {
        if isDaily {
            guard day.isEmpty || older.day.isEmpty || day == older.day, span.overlaps(older.span) else {
                return false
            }
        }
        guard let area = area(), let other = older.area(), !area.shapes.isEmpty, !other.shapes.isEmpty else {
            return true
        }
        return area.touches(other)
    }
}

extension UTC {
    /// A moment after the end of any alert.
    fileprivate static let distantFuture = UTC(seconds: 253_402_300_799)
}

extension AlertMessage {
    /// Whether it warns at a moment, as far as it says itself.
    fileprivate func warns(at moment: UTC) -> Bool {
        type != "Cancel" && !isOver && !isBlank && ends.map { $0 > moment } ?? true
    }

    /// The mark that messages share if they continue each other without references; `nil` if it is no such
    /// message.
    fileprivate var group: String? {
        guard type != "Cancel", !isOver, !isBlank, !live.isEmpty, live[0]["VTEC"] == nil else { return nil }
        let isDaily = dialect == .meteoFrance
        guard let product = live[0][isDaily ? "awareness_type" : "AWIPSidentifier"] else { return nil }
        let zones = zones(of: live).sorted { $0.precedes($1) }.joined(separator: " ")
        return [sender, product, isDaily ? "" : live[0].event, zones].joined(separator: "\t")
    }

    /// Returns the codes of the zones of blocks, or else the names of their areas.
    func zones(of blocks: [AlertBlock]) -> Set<String> {
        let areas = blocks.flatMap(\.areas)
        let codes = areas.flatMap { $0.codes.map(\.text) }
        guard codes.isEmpty else { return Set(codes) }
        return Set(areas.flatMap { $0.description.split(separator: ";") }.map(\.trimmedBlanks))
    }
}

extension KnownAlert {
    /// As that of a message.
    fileprivate var group: String? {
        let zones = zones.sorted { $0.precedes($1) }.joined(separator: " ")
        if marks["VTEC"] == nil, let product = marks["AWIPSidentifier"] {
            return [sender, product, event, zones].joined(separator: "\t")
        }
        return marks["awareness_type"].map { [sender, $0, "", zones].joined(separator: "\t") }
    }
}
