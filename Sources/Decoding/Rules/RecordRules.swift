public import Records

/// What the section `[Record]` of a definition asks of every record, whatever its kind.
///
/// Settings name fields as the document does: a table's columns by their whole name, the fields of JSON by
/// `FieldPath`. `Where=` and `Columns=` see the record that results, under its new names.
///
/// A field that is not what it should be is left out and told; a record without a key or a required field is
/// rejected. Empty is absent: nothing but blanks and no-break spaces.
public struct RecordRules: Hashable, Sendable {
    /// The fields that make the key, joined by `/`; none: the key is a hash of the data.
    public private(set) var key: [String] = []
    /// The fields that make the title, joined by a blank.
    public private(set) var title: [String] = []
    /// The fields without which a record is rejected.
    public private(set) var require: [String] = []
    /// Latitude and longitude, or one field that holds both; empty when records have no position.
    public private(set) var location: [String] = []
    /// The field whose value is the heading; `nil` when there are no groups.
    public private(set) var group: String?
    /// What must hold for a record to be kept; the others are counted as omitted.
    public private(set) var conditions: [Condition] = []
    /// Fewer records than this are no answer.
    public private(set) var minimum = 0

    private var rules: [(field: String, rule: FieldRule)] = []
    private var omitted: [Glob] = []

    /// Reads the section.
    ///
    /// - Throws: At the first setting that cannot be used.
    public init(_ options: Options) throws(OptionError) {
        key = try RuleWords.all(options, "Record", "Key")
        title = try RuleWords.all(options, "Record", "Title")
        require = try RuleWords.all(options, "Record", "Require")
        omitted = try RuleWords.all(options, "Record", "Omit").map { Glob($0) }
        try readSingle(options)
        try readTypes(options)
        for entry in options.all("Record", "Map") { try readMap(entry) }
        for entry in options.all("Record", "Match") { try readMatch(entry) }
        for entry in options.all("Record", "Rename") { try readRename(entry) }
        for entry in options.all("Record", "Where") { try readCondition(entry) }
    }

    /// What is asked of a field.
    func rule(for field: String) -> FieldRule {
        var rule = rules.first { $0.field.utf8.elementsEqual(field.utf8) }?.rule ?? FieldRule()
        rule.isOmitted = omitted.contains { $0.matches(field) }
        return rule
    }

    /// The fields of which something is asked by name.
    var ruled: [String] { rules.map(\.field) }

    /// The fields whose texts make what stands beside the data: key, title, group, location, and what is required;
    /// in this order, each as often as it is named.
    var read: [String] { key + title + (group.map { [$0] } ?? []) + location + require }

    /// Whether nothing is asked.
    var isEmpty: Bool { rules.isEmpty && omitted.isEmpty && conditions.isEmpty && read.isEmpty }

    /// Whether one of the fields is left out.
    var omitsSome: Bool { !omitted.isEmpty }

    /// Where the values of a mapped field go that they had before.
    static func original(_ name: String) -> String { name + "Original" }
}

extension RecordRules {
    /// Whether both ask the same.
    public static func == (left: RecordRules, right: RecordRules) -> Bool {
        left.key == right.key && left.title == right.title && left.require == right.require
            && left.location == right.location && left.group == right.group
            && left.conditions == right.conditions && left.minimum == right.minimum
            && left.omitted == right.omitted && left.rules.count == right.rules.count
            && zip(left.rules, right.rules).allSatisfy { $0.field == $1.field && $0.rule == $1.rule }
    }

    /// Hashes what tells most rules apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(require)
        hasher.combine(rules.count)
    }
}

extension RecordRules {
    private mutating func readSingle(_ options: Options) throws(OptionError) {
        location = try RuleWords.all(options, "Record", "Location")
        if location.count > 2, let entry = options.last("Record", "Location") {
            throw OptionError(entry, "is not a latitude and a longitude")
        }
        if let entry = options.last("Record", "Group") {
            let words = try RuleWords.split(entry)
            guard words.count == 1 else { throw OptionError(entry, "is not one field") }
            group = words[0]
        }
        if let entry = options.last("Record", "MinRecords") {
            guard let count = Int(entry.value), count >= 0 else { throw OptionError(entry, "is not a count") }
            minimum = count
        }
        if let entry = options.last("Record", "Bar") {
            let words = try RuleWords.split(entry)
            guard words.count % 2 == 0,
                stride(from: 1, to: words.count, by: 2)
                    .allSatisfy({ Double(words[$0]).map { $0 > 0 && $0.isFinite } ?? false })
            else { throw OptionError(entry, "is not a field and its greatest number") }
        }
    }

    private mutating func readTypes(_ options: Options) throws(OptionError) {
        for (name, type) in [("Number", FieldType.number), ("Boolean", .boolean), ("Time", .time)] {
            for entry in options.all("Record", name) {
                for field in try RuleWords.split(entry) {
                    if let other = rule(for: field).type, other != type {
                        throw OptionError(entry, "gives \(field) a second type")
                    }
                    change(field) { $0.type = type }
                }
            }
        }
    }

    private mutating func readMap(_ entry: Options.Entry) throws(OptionError) {
        let words = try RuleWords.split(entry)
        guard words.count > 1 else { throw OptionError(entry, "is not a field and VALUE:PATTERN") }
        guard rule(for: words[0]).type == nil else {
            throw OptionError(entry, "maps a field that has a type")
        }
        var map = rule(for: words[0]).map ?? ValueMap()
        for word in words.dropFirst() {
            let (value, pattern) = try RuleWords.pair(word, entry)
            map.add(value, for: pattern)
        }
        change(words[0]) { $0.map = map }
    }

    private mutating func readMatch(_ entry: Options.Entry) throws(OptionError) {
        let parts = entry.value.utf8.split(maxSplits: 1) { $0 == 0x20 || $0 == 0x09 }
        guard parts.count == 2 else { throw OptionError(entry, "is not a field and a pattern") }
        let field = String(decoding: parts[0], as: UTF8.self)
        do {
            let pattern = try Pattern(String(decoding: parts[1], as: UTF8.self))
            change(field) { $0.match = pattern }
        } catch {
            throw OptionError(entry, "is not a pattern: \(error)")
        }
    }

    private mutating func readRename(_ entry: Options.Entry) throws(OptionError) {
        for word in try RuleWords.split(entry) {
            let (old, new) = try RuleWords.pair(word, entry)
            change(old) { $0.rename = new }
        }
    }

    private mutating func readCondition(_ entry: Options.Entry) throws(OptionError) {
        do {
            conditions.append(try Condition(entry.value))
        } catch {
            throw OptionError(entry, error.reason)
        }
    }

    private mutating func change(_ field: String, _ change: (inout FieldRule) -> Void) {
        if let place = rules.firstIndex(where: { $0.field.utf8.elementsEqual(field.utf8) }) {
            change(&rules[place].rule)
        } else {
            var rule = FieldRule()
            change(&rule)
            rules.append((field, rule))
        }
    }
}
