extension Mood {
    /// A lie that is noticed also without data to compare it with.
    static func plainLie(_ chance: inout Chance) -> Mood {
        chance.pick([.emptied, .status(204), .garbage, .cachedError, .truncated])
    }

    /// A lie of an upstream whose document is known.
    static func lie(_ chance: inout Chance) -> Mood {
        chance.isTrue(0.6) ? plainLie(&chance) : chance.pick([.shortened, .earlier])
    }
}

extension SimulatedSource {
    /// A part of the document: of a table less than a fifth of the rows, since nobody could notice a missing
    /// half; never the same part twice in a row.
    func partOfBody() -> [UInt8] {
        parts += 1
        let share = dataset.kind == "table" ? 2 + parts % 8 : 5 + parts * 17 % 90
        return Array(body.prefix(body.count * share / 100))
    }

    /// The document that is stated instead of the last one: any that is older than the one of the last honest
    /// answer, since nobody could notice the others; `nil` without any, and after eight in a row: the daemon
    /// believes the eleventh (EDITIONS in almanac.source(5)).
    func earlierEdition(_ chance: inout Chance) -> Edition? {
        earlierAnswers += 1
        guard earlierAnswers <= 8 else { return nil }
        let older = editions.filter { $0.version < honestAnswers.last?.version ?? 0 }
        return older.isEmpty ? nil : chance.pick(older)
    }

    /// An honest answer with the whole document was sent, or one that says that it is still the same.
    func answeredHonestly() {
        earlierAnswers = 0
        // Most answers state what the one before did.
        let same = honestAnswers.last.flatMap { $0.version == version ? $0.expected : nil }
        honestAnswers.append(
            HonestAnswer(moment: World.current.now, version: version, expected: same ?? expected))
        if honestAnswers.count > 8 { honestAnswers.removeFirst() }
    }
}
