import Records

/// Reads a recurrence rule.
///
/// A part that limits nothing, such as `COUNT=-1` or an empty one, is reported, and the rest counts: of one that
/// should say when the rule ends, that is unknown, since programs write it for none, one or all dates. A rule
/// with any other part that cannot be read would have other occurrences than was meant: it cannot be used.
///
/// Source: RFC 5545, 3.3.10.
struct RuleReader {
    /// A part of a rule that cannot be read.
    struct Fault: Error {
        /// The part, or the whole rule.
        let found: String
        /// The fault in lower case without a full stop.
        let reason: String
        /// Whether the part should say when the rule ends.
        var isLimit = false
    }

    /// The parts that were left out.
    private var faults: [Fault] = []
    /// The parts that were read, by name.
    private var known: [(name: Substring, value: Substring)] = []
    private var rule: RecurrenceRule

    private init(_ text: String) { rule = RecurrenceRule(text: text) }

    /// Reads a rule.
    ///
    /// - Parameters:
    ///   - text: The rule as it stands in a document.
    ///   - report: Called with each part that was left out.
    /// - Returns: The rule.
    /// - Throws: A fault if the rule cannot be used.
    static func read(_ text: String, report: (Fault) -> Void) throws(Fault) -> RecurrenceRule {
        let plain = String(decoding: text.utf8.filter { $0 > .space }, as: UTF8.self).uppercased()
        guard !plain.isEmpty else { throw Fault(found: text, reason: "is empty") }
        var reader = RuleReader(text)
        var hasFrequency = false
        for part in plain.split(separator: ";") {
            let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard sides.count == 2 else { throw Fault(found: String(part), reason: "is no part of a rule") }
            hasFrequency = hasFrequency || sides[0] == "FREQ"
            let former = reader.known.first { $0.name == sides[0] }
            guard former.map({ $0.value == sides[1] }) ?? true else {
                throw Fault(found: String(part), reason: "contradicts \(sides[0])=\(former?.value ?? "")")
            }
            reader.known.append((sides[0], sides[1]))
            try reader.readPart(sides[0], sides[1], part: part)
        }
        guard hasFrequency else { throw Fault(found: text, reason: "has no frequency") }
        reader.removeWeekdayNumbers()
        for fault in reader.faults { report(fault) }
        return reader.rule
    }

    /// Reads a rule without reporting parts that were left out; `nil` if the rule cannot be used.
    static func read(_ text: String) -> RecurrenceRule? { try? read(text) { _ in } }

    private mutating func readPart(
        _ name: Substring, _ value: Substring, part: Substring
    ) throws(Fault) {
        guard !value.isEmpty else {
            guard name != "FREQ" else { throw Fault(found: String(part), reason: "is no frequency") }
            let isLimit = name == "COUNT" || name == "UNTIL"
            return faults.append(
                Fault(found: String(part), reason: "is empty, and left out", isLimit: isLimit))
        }
        let fault = Fault(found: String(part), reason: "cannot be read")
        switch name {
        case "FREQ": rule.frequency = try known(RecurrenceRule.Frequency(value), or: fault)
        case "INTERVAL": rule.interval = try known(RuleReader.number(value, in: 1...999_999), or: fault)
        case "COUNT": try readCount(value, part: part)
        case "UNTIL": rule.until = try known(TimeDigits(value), or: fault)
        case "WKST": rule.weekStart = try known(RuleReader.days[value], or: fault)
        case "BYDAY", "BYWEEKDAY": rule.weekdays = try weekdays(value, or: fault)
        case "RSCALE":
            guard value == "GREGORIAN" else {
                throw Fault(found: String(part), reason: "is another calendar than the Gregorian")
            }
        case "SKIP": rule.skip = try known(RuleReader.skips[value], or: fault)
        default: try readList(name, value, or: fault)
        }
    }

    private mutating func readList(
        _ name: Substring, _ value: Substring, or fault: Fault
    ) throws(Fault) {
        switch name {
        case "BYSECOND":
            // A leap second is the one before.
            let seconds = try list(value, 0...60, or: fault)
            rule.seconds = Set(seconds.map { min($0, 59) }).sorted()
        case "BYMINUTE": rule.minutes = try list(value, 0...59, or: fault)
        case "BYHOUR": rule.hours = try list(value, 0...23, or: fault)
        case "BYMONTHDAY": rule.monthDays = try list(value, -31...31, or: fault)
        case "BYYEARDAY": rule.yearDays = try list(value, -366...366, or: fault)
        case "BYWEEKNO": rule.weekNumbers = try list(value, -53...53, or: fault)
        case "BYMONTH": rule.months = try list(value, 1...12, or: fault)
        case "BYSETPOS": rule.positions = try list(value, -366...366, or: fault)
        default:
            // An unknown part, such as a misspelt one, may change the occurrences; an extension does not.
            guard name.hasPrefix("X-") else { throw fault }
        }
    }

    private mutating func readCount(_ value: Substring, part: Substring) throws(Fault) {
        let reason = "is no number of occurrences, and left out"
        let fault = Fault(found: String(part), reason: reason, isLimit: true)
        guard let count = Int64(value) else { throw Fault(found: fault.found, reason: "cannot be read") }
        guard count > 0 else { return faults.append(fault) }
        rule.count = count
    }

    /// Removes the numbers of weekdays where they have no meaning, but some programs write them: they count
    /// only within a month or a year.
    private mutating func removeWeekdayNumbers() {
        guard rule.frequency < .monthly || !rule.weekNumbers.isEmpty,
            rule.weekdays.contains(where: { $0.number != 0 })
        else { return }
        let part = known.first { $0.name == "BYDAY" || $0.name == "BYWEEKDAY" }
        let found = part.map { "\($0.name)=\($0.value)" } ?? ""
        faults.append(Fault(found: found, reason: "has numbers, which have no meaning in this rule"))
        rule.weekdays = rule.weekdays.map { RecurrenceRule.Weekday(number: 0, day: $0.day) }
    }

    private static let days: [Substring: Int] = [
        "MO": 0, "TU": 1, "WE": 2, "TH": 3, "FR": 4, "SA": 5, "SU": 6,
    ]
    private static let skips: [Substring: RecurrenceRule.Skip] = [
        "OMIT": .omit, "BACKWARD": .backward, "FORWARD": .forward,
    ]

    private func known<Value>(_ value: Value?, or fault: Fault) throws(Fault) -> Value {
        guard let value else { throw fault }
        return value
    }

    /// Reads `MO`, `1MO` or `-1SU`, with commas between several.
    private func weekdays(_ value: Substring, or fault: Fault) throws(Fault) -> [RecurrenceRule.Weekday] {
        var found: [RecurrenceRule.Weekday] = []
        for text in value.split(separator: ",") {
            let day = try known(RuleReader.days[text.suffix(2)], or: fault)
            let digits = text.dropLast(2)
            let number = digits.isEmpty ? 0 : RuleReader.number(digits, in: -53...53)
            guard let number, digits.isEmpty || number != 0 else { throw fault }
            found.append(RecurrenceRule.Weekday(number: Int(number), day: day))
        }
        guard !found.isEmpty else { throw fault }
        return found
    }

    /// Reads numbers with commas between them, ascending and without repetition; 0 counts only where the
    /// range begins with it.
    private func list(
        _ value: Substring, _ range: ClosedRange<Int64>, or fault: Fault
    ) throws(Fault) -> [Int] {
        var found: Set<Int> = []
        for text in value.split(separator: ",") {
            let number = try known(RuleReader.number(text, in: range), or: fault)
            guard number != 0 || range.lowerBound == 0 else { throw fault }
            found.insert(Int(number))
        }
        guard !found.isEmpty else { throw fault }
        return found.sorted()
    }

    private static func number(_ text: Substring, in range: ClosedRange<Int64>) -> Int64? {
        guard text.utf8.count <= 10, let number = Int64(text), range.contains(number) else { return nil }
        return number
    }
}
