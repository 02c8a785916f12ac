import Records

extension AlertMessage {
    /// The parts of the message that warns: the blocks that say the same in several languages are one part,
    /// and so are blocks that differ only in their areas and texts.
    ///
    /// Source: OASIS CAP 1.2 §3.2.2: several blocks may describe one event for different areas, levels and
    /// times.
    var parts: [[AlertBlock]] {
        guard live.count > 1 else { return [live] }
        var parts: [[AlertBlock]] = []
        for part in translations {
            if let place = parts.firstIndex(where: { $0[0].states(part[0]) }) {
                for block in part { parts[place].add(block) }
            } else {
                parts.append(part)
            }
        }
        return parts
    }

    /// The blocks in groups of one block for each language.
    private var translations: [[AlertBlock]] {
        var counts: [String?: Int] = [:]
        for block in live { counts[block.language, default: 0] += 1 }
        let areCounted = Set(counts.values).count == 1
        var groups: [[AlertBlock]] = []
        for block in live {
            let free = groups.indices.filter { place in
                !groups[place].contains { $0.language == block.language }
            }
            let same = free.first { groups[$0][0].translates(block) }
            if let place = same ?? (areCounted ? free.first : nil) {
                groups[place].append(block)
            } else {
                groups.append([block])
            }
        }
        return groups
    }
}

extension [AlertBlock] {
    /// Adds the areas and texts of a block to those of its language.
    fileprivate mutating func add(_ block: AlertBlock) {
        guard let place = firstIndex(where: { $0.language == block.language }) else { return append(block) }
        self[place].areas += block.areas.filter { !self[place].areas.contains($0) }
        self[place].description.addParagraph(block.description)
        self[place].instruction.addParagraph(block.instruction)
    }
}

extension AlertBlock {
    /// Whether a block in another language says the same of the same area.
    fileprivate func translates(_ other: AlertBlock) -> Bool {
        hasLevel(of: other) && areas.map(\.codes) == other.areas.map(\.codes)
            && areas.map(\.shapes) == other.areas.map(\.shapes)
    }

    /// Whether a block in the same language differs only in area and texts.
    fileprivate func states(_ other: AlertBlock) -> Bool {
        let (own, others) = (level, other.level)
        return hasLevel(of: other) && event == other.event && own.colour == others.colour
            && own.significance == others.significance
    }

    private func hasLevel(of other: AlertBlock) -> Bool {
        severity == other.severity && urgency == other.urgency && certainty == other.certainty
            && onset == other.onset && expires == other.expires && statedEnd == other.statedEnd
    }
}

extension String {
    /// Appends another paragraph, unless it is one already.
    fileprivate mutating func addParagraph(_ text: String) {
        guard !text.isEmpty, firstRange(ofText: text) == nil else { return }
        self += isEmpty ? text : "\n\n" + text
    }
}
