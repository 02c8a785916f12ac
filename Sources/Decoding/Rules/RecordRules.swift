public import Records

/// The rules of the section `[Record]` of a definition, common to all kinds.
///
/// Settings name fields as in the document: the columns of a table by their full names, the fields of JSON by
/// `FieldPath`. `Where=` and `Columns=` see the resulting record with its new names.
///
/// A field that violates a rule is left out and reported; a record without a key or a required field is
/// rejected. A value that consists only of blanks and no-break spaces counts as absent.
public struct RecordRules: Hashable, Sendable {
    /// The fields that form the key, joined by `/`; if empty, the key is a hash of the data.
    public private(set) var key: [String] = []
    /// The fields that form the title, joined by a space.
    public private(set) var title: [String] = []
    /// The fields that a record must have; otherwise it is rejected.
    public private(set) var require: [String] = []
    /// The fields of latitude and longitude, or one field with both; empty if records have no position.
    public private(set) var location: [String] = []
    /// The field whose value is the heading; `nil` if there are no groups.
    public private(set) var group: String?
    /// The conditions for keeping a record; other records are counted as omitted.
    public private(set) var conditions: [Condition] = []
    /// The minimum number of records of a valid document.
    public private(set) var minimum = 0

    private var rules: [(field: String, rule: FieldRule)] = []
    private var omitted: [Glob] = []
    /// The forms of fields that `TimeFormat=` and `Decimal=` do not name.
    private var timeForm: TimeForm?
    private var numberForm: NumberForm?

    /// Reads the section.
    ///
    /// - Throws: `OptionError` at the first setting that cannot be used.
    public init(_ options: Options) throws(OptionError) {
        key = try SettingWords.all(options, section: "Record", name: "Key")
        title = try SettingWords.all(options, section: "Record", name: "Title")
        require = try SettingWords.all(options, section: "Record", name: "Require")
        omitted = try SettingWords.all(options, section: "Record", name: "Omit").map { Glob($0) }
        try readSingle(options)
        try readTypes(options)
        for entry in options.all(in: "Record", named: "Map") { try readMap(entry) }
        for entry in options.all(in: "Record", named: "Match") { try readMatch(entry) }
        for entry in options.all(in: "Record", named: "Rename") { try readRename(entry) }
        for entry in options.all(in: "Record", named: "Where") { try readCondition(entry) }
        for entry in options.all(in: "Record", named: "TimeFormat") { try readTimeForm(entry) }
        for entry in options.all(in: "Record", named: "Decimal") { try readNumberForm(entry) }
    }

    /// Returns the rule for a field.
    package func rule(for field: String) -> FieldRule {
        var rule = rules.first { $0.field.utf8.elementsEqual(field.utf8) }?.rule ?? FieldRule()
        rule.isOmitted = omitted.contains { $0.matches(field) }
        rule.timeForm = rule.timeForm ?? timeForm
        rule.numberForm = rule.numberForm ?? numberForm
        return rule
    }

    /// States the form of a field's times, as `TimeFormat=` does.
    mutating func state(_ form: TimeForm, for field: String) { change(field) { $0.timeForm = form } }

    /// The fields with rules of their own.
    package var ruled: [String] { rules.map(\.field) }

    /// The fields that form the key, title, group and position, and the required ones; in this order, each as
    /// often as it is named.
    package var read: [String] { key + title + (group.map { [$0] } ?? []) + location + require }

    /// The fields that any rule names.
    package var named: [String] { ruled + read + conditions.flatMap { $0.fields.map(\.text) } }

    /// Whether there is no rule.
    package var isEmpty: Bool { rules.isEmpty && omitted.isEmpty && conditions.isEmpty && read.isEmpty }

    /// Whether some fields are left out.
    package var omitsSome: Bool { !omitted.isEmpty }

    /// Returns the name of the field that keeps the original value of a mapped field.
    package static func original(_ name: String) -> String { name + "Original" }
}

extension RecordRules {
    /// Whether both have the same rules.
    public static func == (left: RecordRules, right: RecordRules) -> Bool {
        left.key == right.key && left.title == right.title && left.require == right.require
            && left.location == right.location && left.group == right.group
            && left.conditions == right.conditions && left.minimum == right.minimum
            && left.omitted == right.omitted && left.timeForm == right.timeForm
            && left.numberForm == right.numberForm && left.rules.count == right.rules.count
            && zip(left.rules, right.rules).allSatisfy { $0.field == $1.field && $0.rule == $1.rule }
    }

    /// Hashes the parts in which most rules differ.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(require)
        hasher.combine(rules.count)
    }
}

extension RecordRules {
    private mutating func readSingle(_ options: Options) throws(OptionError) {
        location = try SettingWords.all(options, section: "Record", name: "Location")
        if location.count > 2, let entry = options.last(in: "Record", named: "Location") {
            throw OptionError(entry, "is not a latitude and a longitude")
        }
        if let entry = options.last(in: "Record", named: "Group") {
            let words = try SettingWords.split(entry)
            guard words.count == 1 else { throw OptionError(entry, "is not one field") }
            group = words[0]
        }
        if let entry = options.last(in: "Record", named: "Sort"), try SettingWords.split(entry).isEmpty {
            throw OptionError(entry, "is not a field")
        }
        for name in ["Until", "Updated"] {
            guard let entry = options.last(in: "Record", named: name) else { continue }
            if try SettingWords.split(entry).count != 1 { throw OptionError(entry, "is not one field") }
        }
        if let entry = options.last(in: "Record", named: "MinRecords") {
            guard let count = Int(entry.value), count >= 0 else { throw OptionError(entry, "is not a count") }
            minimum = count
        }
        if let entry = options.last(in: "Record", named: "Bar") {
            let words = try SettingWords.split(entry)
            guard words.count % 2 == 0,
                stride(from: 1, to: words.count, by: 2)
                    .allSatisfy({ Double(words[$0]).map { $0 > 0 && $0.isFinite } ?? false })
            else { throw OptionError(entry, "is not a field and its maximum") }
        }
    }

    private mutating func readTypes(_ options: Options) throws(OptionError) {
        for (name, type) in [("Number", ValueType.number), ("Boolean", .boolean), ("Time", .time)] {
            for entry in options.all(in: "Record", named: name) {
                for field in try SettingWords.split(entry) {
                    if let other = rule(for: field).type, other != type {
                        throw OptionError(entry, "gives \(field) a second type")
                    }
                    change(field) { $0.type = type }
                }
            }
        }
    }

    private mutating func readMap(_ entry: Options.Entry) throws(OptionError) {
        let words = try SettingWords.split(entry)
        guard words.count > 1 else { throw OptionError(entry, "is not a field and VALUE:PATTERN") }
        guard rule(for: words[0]).type == nil else {
            throw OptionError(entry, "maps a field that has a type")
        }
        var map = rule(for: words[0]).map ?? ValueMap()
        for word in words.dropFirst() {
            let (value, pattern) = try SettingWords.pair(word, entry: entry)
            map.add(value, for: pattern)
        }
        change(words[0]) { $0.map = map }
    }

    private mutating func readMatch(_ entry: Options.Entry) throws(OptionError) {
        let parts = entry.value.utf8.split(maxSplits: 1) { $0.isBlank }
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
        for word in try SettingWords.split(entry) {
            let (old, new) = try SettingWords.pair(word, entry: entry)
            change(old) { $0.rename = new }
        }
    }

    private mutating func readTimeForm(_ entry: Options.Entry) throws(OptionError) {
        let words = try SettingWords.split(entry)
        guard let word = words.first, let form = TimeForm(setting: word) else {
            throw OptionError(entry, "is not an order (dmy, mdy, ymd), a unit (seconds) or a form (yyyyMMdd)")
        }
        if words.count == 1 { timeForm = form }
        for field in words.dropFirst() { change(field) { $0.timeForm = form } }
    }

    private mutating func readNumberForm(_ entry: Options.Entry) throws(OptionError) {
        let words = try SettingWords.split(entry)
        guard let word = words.first, let form = NumberForm(setting: word) else {
            throw OptionError(entry, "is not auto, point or comma")
        }
        let known = form == .plain ? nil : form
        if words.count == 1 { numberForm = known }
        for field in words.dropFirst() { change(field) { $0.numberForm = known } }
    }

    private mutating func readCondition(_ entry: Options.Entry) throws(OptionError) {
        do {
            conditions.append(try Condition(entry.value))
        } catch {
            throw OptionError(entry, error.reason)
        }
    }

    private mutating func change(_ field: String, change: (inout FieldRule) -> Void) {
        if let place = rules.firstIndex(where: { $0.field.utf8.elementsEqual(field.utf8) }) {
            change(&rules[place].rule)
        } else {
            var rule = FieldRule()
            change(&rule)
            rules.append((field, rule))
        }
    }
}
