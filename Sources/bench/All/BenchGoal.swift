import Records

/// A goal as a benchmark printed it.
nonisolated struct BenchGoal {
    /// The name, such as `store commit to floor`.
    let name: String
    /// The measured value.
    let value: Double
    /// The limit.
    let limit: Double
    /// Whether the value must be at least the limit; otherwise it must be at most the limit.
    let isLeast: Bool
    /// The unit, such as `MB`; empty for ratios and numbers.
    let unit: String

    /// Whether the goal is met.
    var isMet: Bool { isLeast ? value >= limit : value <= limit }

    /// The part of the limit that is left: 0.1 if the value is a tenth better than the limit, negative if the goal is
    /// missed; `nil` for a limit of 0.
    var margin: Double? {
        guard limit != 0 else { return nil }
        let rest = 1 - value / limit
        return isLeast ? -rest : rest
    }

    /// Reads a line `goal NAME: MEASURED (limit LIMIT) ok`; `nil` if the line is none.
    init?(line: String) {
        guard line.hasPrefix("goal "), let colon = line.lastRange(of: ": "),
            let bracket = line[colon.upperBound...].firstRange(of: " (limit ")
        else { return nil }
        name = String(line[line.index(line.startIndex, offsetBy: 5)..<colon.lowerBound])
        let measured = BenchGoal.quantity(line[colon.upperBound..<bracket.lowerBound])
        var rest = line[bracket.upperBound...].prefix { $0 != ")" }
        isLeast = rest.hasPrefix("at least ")
        if isLeast { rest = rest.dropFirst("at least ".count) }
        guard let measured, let limit = BenchGoal.quantity(rest) else { return nil }
        value = measured.number
        unit = measured.unit
        self.limit = limit.number
    }

    /// Reads an element of a stored run; `nil` if a member is missing.
    init?(_ json: JSON) {
        guard let name = json["name"]?.string, let value = json["value"]?.double,
            let limit = json["limit"]?.double
        else { return nil }
        self.name = name
        self.value = value
        self.limit = limit
        isLeast = json["atLeast"]?.bool ?? false
        unit = json["unit"]?.string ?? ""
    }

    /// The element of a stored run.
    var json: JSON {
        [
            "name": .string(name), "value": .double(value), "limit": .double(limit),
            "atLeast": .bool(isLeast),
            "unit": .string(unit),
        ]
    }

    /// Returns the change since a stored run as a part of the earlier value: 0.1 if it is a tenth worse now; `nil`
    /// if the earlier value was 0.
    func worsening(since earlier: BenchGoal) -> Double? {
        guard earlier.value != 0 else { return nil }
        let change = value / earlier.value - 1
        return isLeast ? -change : change
    }

    private static func quantity(_ text: Substring) -> (number: Double, unit: String)? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || ".-e".contains($0)) }
        guard let number = Double(digits) else { return nil }
        let unit = text[digits.endIndex...].drop { $0 == " " }
        return (number, String(unit))
    }
}

extension StringProtocol {
    /// Returns the last place of a text; `nil` if it does not occur.
    nonisolated fileprivate func lastRange(of text: String) -> Range<Index>? {
        ranges(of: text).last
    }
}
