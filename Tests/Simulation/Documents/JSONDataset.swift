import Records

/// The elements of a JSON document, like a list of users.
nonisolated struct JSONDataset: Dataset {
    /// The place of the elements.
    enum Place: CaseIterable {
        /// The document is the list.
        case list
        /// A member of a member is the list.
        case pointer
        /// The document is an object whose members are named by the key.
        case keyed
    }

    let place: Place
    /// Whether keys are numbers.
    let isNumbered: Bool
    /// Whether a rule makes the decoder build values instead of copying them.
    let hasNestedRules: Bool
    private(set) var records: [(key: String, data: JSON)] = []
    /// The values of `region`; empty for any text.
    private let regions: [String]

    let kind = "json"
    let sourceSettings = ""
    let mediaType: String
    let isExact = true
    let keepsMissing = false

    /// Invents a list.
    ///
    /// - Parameters:
    ///   - time: The moment before which its times are.
    ///   - regions: The values of the member `region`; empty for any text.
    ///   - chance: Chooses everything else.
    init(at time: UTC, regions: [String] = [], _ chance: inout Chance) {
        place = chance.pick(Place.allCases)
        isNumbered = chance.isTrue(0.4)
        hasNestedRules = chance.isTrue(0.5)
        mediaType = chance.pick(["application/json", "application/json; charset=utf-8", "text/plain"])
        self.regions = regions
        for _ in 0..<20 + chance.below(41) { add(at: time, &chance) }
    }

    /// The settings of `[JSON]` and `[Record]`.
    var sections: String {
        let places = [Place.pointer: "[JSON]\nPointer=/data/the items\n", .keyed: "[JSON]\nKeyedBy=id\n"]
        let rules =
            hasNestedRules
            ? "Number=score address.geo.lat\nNumber=address.geo.lng\nTime=seen\nOmit=x-* *.x-*\n"
            : "Number=score\n"
        return (places[place] ?? "") + "[Record]\nKey=id\nTitle=name\nRequire=name\n" + rules
    }

    /// The data of all elements by the key.
    var expected: [String: JSON] {
        var expected: [String: JSON] = [:]
        for record in records { expected[record.key] = record.data.withoutAbsent }
        return expected
    }

    /// Changes a few elements, or adds or removes one.
    mutating func change(at time: UTC, _ chance: inout Chance) {
        switch DatasetChange.any(count: records.count, &chance) {
        case .add: add(at: time, &chance)
        case .remove: records.remove(at: chance.below(records.count))
        case .edit:
            for _ in 0...chance.below(3) { edit(at: time, &chance) }
        }
    }

    private mutating func add(at time: UTC, _ chance: inout Chance) {
        let taken = records.map(\.key)
        var key = "\(1 + chance.below(100_000))"
        while taken.contains(key) { key = "\(1 + chance.below(100_000))" }
        if !isNumbered { key = Vocabulary.key(.unicode, besides: taken, &chance) }
        let data = JSONElement.data(
            id: isNumbered && place != .keyed ? .number(key) : .string(key), regions: regions, at: time,
            &chance)
        records.insert((key, data), at: chance.below(records.count + 1))
    }

    private mutating func edit(at time: UTC, _ chance: inout Chance) {
        let index = chance.below(records.count)
        let old = records[index].data
        let new = JSONElement.data(id: old["id"] ?? .null, regions: regions, at: time, &chance)
        // Most edits change some members, others all.
        let share = chance.isTrue(0.2) ? 1 : 0.2
        let names = ["name", "region", "address", "score", "tags", "active", "seen", "bio", "größe 東"]
        var members = old.object ?? []
        for name in names where chance.isTrue(share) {
            members.removeAll { $0.name == name }
            if let value = new[name] { members.append(.init(name, value)) }
        }
        records[index].data = .object(members)
    }

    /// Returns the document: its elements and members in any order.
    func document(_ style: inout Chance) -> [UInt8] {
        let shown = style.isTrue(0.5) ? records : records.shuffled(using: &style)
        var elements: [JSON.Member] = []
        for record in shown { elements.append(.init(record.key, stated(record.data, &style))) }
        if style.isTrue(0.05) { elements.append(.init("unreadable", ["id": "nameless"])) }
        if style.isTrue(0.05) { elements.append(.init("empty", .null)) }
        return style.pick(Encoding.unicode).bytes(JSONStyle.text(wrapped(elements), &style))
    }

    private func wrapped(_ elements: [JSON.Member]) -> JSON {
        switch place {
        case .list: .array(elements.map(\.value))
        case .pointer:
            [
                "count": .int(elements.count),
                "data": ["the items": .array(elements.map(\.value)), "next": .null],
            ]
        case .keyed: .object(elements)
        }
    }

    /// Returns an element as a document may state it.
    private func stated(_ data: JSON, _ style: inout Chance) -> JSON {
        var members: [JSON.Member] = []
        for member in data.object ?? [] {
            switch (member.name, member.value) {
            // The name of the element supplies its key.
            case ("id", _) where place == .keyed && style.isTrue(0.8): break
            case ("score", .number(let literal)) where style.isTrue(0.3):
                members.append(.init("score", .string(literal)))
            default: members.append(member)
            }
        }
        if style.isTrue(0.1) { members.append(.init("nothing", style.pick([.null, "", "  "]))) }
        if hasNestedRules, style.isTrue(0.1) { members.append(.init("x-trace", .int(style.below(1000)))) }
        return .object(members)
    }
}

nonisolated extension JSON {
    /// The value without members that are null or blank, at every depth; elements of arrays stay.
    var withoutAbsent: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.withoutAbsent))
        case .object(let members):
            .object(
                members.compactMap { $0.value.isAbsent ? nil : Member($0.name, $0.value.withoutAbsent) })
        default: self
        }
    }

    private var isAbsent: Bool {
        switch self {
        case .null: true
        case .string(let text): text.unicodeScalars.allSatisfy { $0 == " " || $0 == "\u{A0}" }
        default: false
        }
    }
}
