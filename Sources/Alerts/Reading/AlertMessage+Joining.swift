extension [AlertMessage] {
    /// The messages with the blocks of equal ones joined: an index has an entry for each area of a message.
    var merged: [AlertMessage] {
        var places: [String: Int] = [:]
        var merged: [AlertMessage] = []
        for message in self {
            if let place = places[message.identifier], merged[place].sent == message.sent {
                merged[place].join(message)
            } else {
                places[message.identifier] = merged.count
                merged.append(message)
            }
        }
        return merged
    }
}

extension AlertMessage {
    /// Whether another edition, which was sent at the same time, says something else: neither is the later one. An
    /// edition that cancels the other differs in no warning.
    func differs(from other: AlertMessage) -> Bool { isCancel == other.isCancel && blocks != other.blocks }

    /// Adds the blocks of such an edition before its own; those that both have count once.
    mutating func addParts(of other: AlertMessage) {
        let own = blocks
        blocks = other.blocks.filter { !own.contains($0) } + own
    }

    /// Adds the blocks of another part of the same message; the areas of a block that differs in nothing else
    /// are added to it.
    fileprivate mutating func join(_ other: AlertMessage) {
        var blocks = blocks
        for block in other.blocks {
            if let place = blocks.firstIndex(where: { $0.isSame(as: block) }) {
                blocks[place].areas += block.areas.filter { !blocks[place].areas.contains($0) }
            } else {
                blocks.append(block)
            }
        }
        self.blocks = blocks
    }
}

extension AlertBlock {
    /// Whether both say the same of perhaps different areas; the headlines of an index name the area.
    fileprivate func isSame(as other: AlertBlock) -> Bool {
        event == other.event && language == other.language && onset == other.onset
            && expires == other.expires && severity == other.severity && urgency == other.urgency
            && certainty == other.certainty && description == other.description
    }
}
