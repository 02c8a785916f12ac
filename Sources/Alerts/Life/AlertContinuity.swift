import Records

/// Adds the references that senders leave out, so that a message continues another one as its sender means
/// it.
struct AlertContinuity {
    private let known: [KnownAlert]
    private let memory: AlertMemory
    /// Whether the document has no messages that were not read: what is missing could be one of them.
    private let isComplete: Bool
    /// The messages that updates without a known predecessor end although they came first.
    private(set) var ended: [(name: String, identifier: String)] = []
    /// The facts to remember of such updates, by name.
    private(set) var joins: [String: String] = [:]

    init(_ known: [KnownAlert], _ memory: AlertMemory, isComplete: Bool) {
        self.known = known
        self.memory = memory
        self.isComplete = isComplete
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
    mutating func connect(_ messages: inout [AlertMessage], at places: [Int], _ names: AlertNames) {
        let unstated = known.filter { names.number(of: $0.name) == nil }
        for place in updates(in: messages, at: places) {
            continueEarlier(place, in: &messages, at: places, unstated, names)
        }
        for place in places where messages[place].dialect == .nws && messages[place].type == "Update" {
            continueMissing(place, in: &messages, unstated, names)
        }
        endCovered(in: messages, at: places, unstated, names)
        for group in groups(of: messages, at: places, unstated) { link(group, in: &messages) }
    }

    /// Returns the messages that may continue each other or an alert that the document does not state.
    private func groups(
        of messages: [AlertMessage], at places: [Int], _ unstated: [KnownAlert]
    ) -> [[Candidate]] {
        var groups: [String: [Candidate]] = [:]
        for place in places {
            guard let group = messages[place].group else { continue }
            groups[group, default: []].append(Candidate(messages[place], at: place))
        }
        if groups.isEmpty { return [] }
        for alert in unstated {
            guard let group = alert.group, groups[group] != nil else { continue }
            groups[group]?.append(Candidate(alert))
        }
        return groups.values.filter { $0.count > 1 }
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
}

extension AlertContinuity {
    /// Returns the places of Canada's updates, the earliest first: a later one continues what it names.
    private func updates(in messages: [AlertMessage], at places: [Int]) -> [Int] {
        places.filter { messages[$0].dialect == .canada && messages[$0].type != "Alert" }
            .sorted { messages[$0].sent < messages[$1].sent }
    }

    /// Lets an update continue what the messages of the document that it names continue, and if one that it
    /// names is unknown, the alerts of the same event that it covers.
    private mutating func continueEarlier(
        _ place: Int, in messages: inout [AlertMessage], at places: [Int], _ unstated: [KnownAlert],
        _ names: AlertNames
    ) {
        let update = messages[place]
        var found = inherited(by: update, in: messages, at: places, names)
        if let gap = AlertGap(update, names, memory) {
            remember(gap, by: update.sent)
            if isComplete { found += gap.predecessors(among: places.map { messages[$0] }, unstated) }
        }
        messages[place].references += found.filter { reference in
            !update.references.contains { $0.identifier == reference.identifier }
        }
    }

    /// Lets an update whose predecessor is unknown continue the alerts of the same event that it covers, and
    /// that the list, which has all alerts in force, lacks now; unless both have areas that are apart.
    private func continueMissing(
        _ place: Int, in messages: inout [AlertMessage], _ unstated: [KnownAlert], _ names: AlertNames
    ) {
        guard !unstated.isEmpty, let gap = AlertGap(messages[place], names, memory) else { return }
        let area = messages[place].area
        let near = unstated.filter { alert in
            guard isSameEvent(alert, messages[place]) else { return false }
            guard let other = alert.area, !other.shapes.isEmpty, !area.shapes.isEmpty else { return true }
            return area.touches(other)
        }
        messages[place].references += gap.predecessors(among: [], near)
    }

    /// Whether the VTEC of both names the same event, if both have one.
    private func isSameEvent(_ alert: KnownAlert, _ message: AlertMessage) -> Bool {
        guard let old = alert.marks["VTEC"], let new = message.live.first?["VTEC"] else { return true }
        return !VTEC.events(of: old).isDisjoint(with: VTEC.events(of: new))
    }

    /// Returns the references of those messages of the document that an update names, directly or not.
    private func inherited(
        by update: AlertMessage, in messages: [AlertMessage], at places: [Int], _ names: AlertNames
    ) -> [AlertReference] {
        var found: [AlertReference] = []
        var seen: Set<String> = [update.name]
        var rest = update.references
        while let reference = rest.popLast() {
            guard let name = update.name(of: reference), seen.insert(name).inserted,
                let number = names.number(of: name)
            else { continue }
            found += messages[places[number]].references
            rest += messages[places[number]].references
        }
        return found
    }

    /// Remembers an update that was sent at a moment, for messages before its predecessor that come later.
    private mutating func remember(_ gap: AlertGap, by sent: UTC) {
        for join in Set(gap.joins) {
            var gaps = AlertJoin.Gaps(joins[join.name] ?? memory.text(join.name) ?? "")
            guard gaps.add(gap.predecessor, join, gap.zones, by: sent) else { continue }
            joins[join.name] = gaps.text
            joins[AlertJoin.mark] = "="
        }
    }

    /// Ends alerts that an earlier update has covered, as long as the alert which that update names is still
    /// unknown.
    private mutating func endCovered(
        in messages: [AlertMessage], at places: [Int], _ unstated: [KnownAlert], _ names: AlertNames
    ) {
        guard isComplete, memory.text(AlertJoin.mark) != nil else { return }
        var read: [String: AlertJoin.Gaps] = [:]
        func isCovered(_ join: AlertJoin, _ zones: Set<String>, _ sent: UTC) -> Bool {
            let gaps = read[join.name] ?? AlertJoin.Gaps(memory.text(join.name) ?? "")
            read[join.name] = gaps
            return gaps.cover(zones, join, sent: sent) { isStillUnknown($0, names) }
        }
        for place in places where messages[place].warns(at: messages[place].sent) {
            let message = messages[place]
            guard message.dialect == .canada, let join = message.join,
                isCovered(join, message.zones(of: message.live), message.sent)
            else { continue }
            ended.append((message.name, message.identifier))
        }
        for alert in unstated where isCovered(AlertJoin(alert), alert.zones, alert.sent) {
            ended.append((alert.name, alert.identifier))
        }
    }

    private func isStillUnknown(_ name: String, _ names: AlertNames) -> Bool {
        names.number(of: name) == nil
            && memory.text(name).map { AlertMemo($0).end == .missed } ?? false
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
    /// The mark that messages share if they continue each other without references; `nil` if it is no such
    /// message.
    fileprivate var group: String? {
        let isDaily = dialect == .meteoFrance
        guard isDaily || dialect == .nws, type != "Cancel", !isOver, !isBlank, !live.isEmpty,
            live[0]["VTEC"] == nil
        else { return nil }
        guard let product = live[0][isDaily ? "awareness_type" : "AWIPSidentifier"] else { return nil }
        return zones(of: live).mark(sender, product, isDaily ? "" : live[0].event)
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
        if marks["VTEC"] == nil, let product = marks["AWIPSidentifier"] {
            return zones.mark(sender, product, event)
        }
        return marks["awareness_type"].map { zones.mark(sender, $0, "") }
    }
}

extension Set<String> {
    /// Returns a text that is the same for the same zones, sender, product and event only.
    fileprivate func mark(_ sender: String, _ product: String, _ event: String) -> String {
        ([sender, product, event] + sorted { $0.precedes($1) }).joined(separator: "\t")
    }
}
