import Records

/// The agreement of our decoder with the oracles, field by field.
struct WeatherAgreement {
    /// The agreement of the oracles on a field.
    enum Vote: String, CaseIterable {
        /// All oracles agree.
        case agreed
        /// Most oracles agree.
        case majority
    }

    /// A field on which we disagree with the oracles.
    struct Disagreement {
        let raw: String
        let field: String
        let expected: String
        let ours: String
    }

    private var counts: [String: [Vote: (same: Int, all: Int)]] = [:]
    private(set) var disagreements: [Disagreement] = []

    /// Compares a field of a report.
    mutating func compare(_ field: String, raw: String, _ vote: Vote, _ expected: JSON, _ ours: JSON) {
        let isSame = WeatherAgreement.same(expected, ours)
        counts[field, default: [:]][vote, default: (0, 0)].all += 1
        if isSame {
            counts[field, default: [:]][vote, default: (0, 0)].same += 1
        } else {
            disagreements.append(
                Disagreement(
                    raw: raw, field: field, expected: WeatherAgreement.text(expected),
                    ours: WeatherAgreement.text(ours)))
        }
    }

    /// Returns the share of equal fields with a vote, 0...1.
    func share(_ vote: Vote) -> Double {
        let all = counts.values.compactMap { $0[vote] }
        return Double(all.map(\.same).reduce(0, +)) / Double(max(1, all.map(\.all).reduce(0, +)))
    }

    /// Returns the share of equal values of a field with either vote, 0...1.
    func share(of field: String) -> Double {
        let all = Vote.allCases.compactMap { counts[field]?[$0] }
        return Double(all.map(\.same).reduce(0, +)) / Double(max(1, all.map(\.all).reduce(0, +)))
    }

    /// The compared fields.
    var fields: [String] { counts.keys.sorted() }

    /// A table of all fields.
    var table: String {
        var lines = ["field                agreed by all        by most"]
        for field in fields {
            let cells = Vote.allCases.map { vote in
                let count = counts[field]?[vote] ?? (0, 0)
                return WeatherAgreement.padded("\(count.same)/\(count.all)", 17)
            }
            lines.append(WeatherAgreement.padded(field, 17) + cells.joined())
        }
        return lines.joined(separator: "\n")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    /// Whether two values are equal; numbers within the error of rounding.
    private static func same(_ left: JSON, _ right: JSON) -> Bool {
        if let a = left.double, let b = right.double { return abs(a - b) <= 0.05 }
        if let a = left.array, let b = right.array {
            return a.count == b.count && zip(a, b).allSatisfy { same($0, $1) }
        }
        return left == right
    }

    private static func text(_ value: JSON) -> String { String(decoding: value.bytes, as: UTF8.self) }
}
