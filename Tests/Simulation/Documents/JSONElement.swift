import Records

/// The data of an invented element of a JSON document.
nonisolated enum JSONElement {
    /// Returns an element; some members are missing, null or blank.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - regions: The values of `region`; empty for any text.
    ///   - time: The moment before which its times are.
    ///   - chance: Chooses the other values.
    /// - Returns: An object.
    static func data(id: JSON, regions: [String], at time: UTC, _ chance: inout Chance) -> JSON {
        var members: [JSON.Member] = [
            .init("id", id), .init("name", .string(Vocabulary.text(.unicode, &chance))),
        ]
        let region = regions.isEmpty ? Vocabulary.word(.unicode, &chance) : chance.pick(regions)
        add("region", .string(region), share: 0.9, to: &members, &chance)
        add("address", address(&chance), share: 0.9, to: &members, &chance)
        add("score", .number(number(&chance)), share: 0.9, to: &members, &chance)
        add("tags", tags(&chance), share: 0.6, to: &members, &chance)
        add("active", .bool(chance.isTrue(0.5)), share: 0.8, to: &members, &chance)
        let seen = time - .seconds(chance.below(1_000_000))
        add("seen", .string(seen.description), share: 0.7, to: &members, &chance)
        add("bio", .string(biography(&chance)), share: 0.5, to: &members, &chance)
        add("größe 東", ["~/": "a/b", "": "no name"], share: 0.2, to: &members, &chance)
        return .object(members)
    }

    private static func add(
        _ name: String, _ value: JSON, share: Double, to members: inout [JSON.Member], _ chance: inout Chance
    ) {
        guard !chance.isTrue(share) else { return members.append(.init(name, value)) }
        let absent: [JSON?] = [nil, nil, .null, "", "   "]
        if let value = chance.pick(absent) { members.append(.init(name, value)) }
    }

    private static func address(_ chance: inout Chance) -> JSON {
        var position: [JSON.Member] = []
        add("lat", .number(degrees(80, &chance)), share: 0.9, to: &position, &chance)
        add("lng", .number(degrees(170, &chance)), share: 0.9, to: &position, &chance)
        var members: [JSON.Member] = [.init("geo", .object(position))]
        add("street", .string(Vocabulary.text(.unicode, &chance)), share: 0.8, to: &members, &chance)
        add("suite", .string("Apt. \(chance.below(900))"), share: 0.8, to: &members, &chance)
        add("empty", .object([]), share: 0.1, to: &members, &chance)
        return .object(members)
    }

    private static func degrees(_ limit: Int, _ chance: inout Chance) -> String {
        (chance.isTrue(0.5) ? "-" : "") + "\(chance.below(limit)).\(chance.below(10_000))"
    }

    private static func number(_ chance: inout Chance) -> String {
        let unusual = ["-0", "1.50", "1E5", "2e-3", "12345678901234567890", "0.1", "-7.0"]
        return chance.isTrue(0.2) ? chance.pick(unusual) : "\(chance.below(10_000))"
    }

    private static func tags(_ chance: inout Chance) -> JSON {
        var tags: [JSON] = []
        for _ in 0..<chance.below(5) {
            tags.append(chance.pick([.string(Vocabulary.word(.unicode, &chance)), .null, " ", true, 7, []]))
        }
        return .array(tags)
    }

    private static func biography(_ chance: inout Chance) -> String {
        let text = Vocabulary.text(.unicode, &chance)
        return chance.isTrue(0.3) ? text + chance.pick(["\n\n", "\t", " \\ ", " \" "]) + text : text
    }
}
