import Testing

/// A text of metrics, taken apart by the grammar of OpenMetrics.
///
/// Source: OpenMetrics 1.0, "ABNF" and "Overall Structure".
struct MetricsText {
    /// The samples by name and labels as written, with the number as written.
    private(set) var samples: [String: String] = [:]
    /// The types by name.
    private(set) var types: [String: String] = [:]
    /// The mistakes, with the line.
    private(set) var mistakes: [String] = []

    private var family = ""

    init(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.suffix(2) == ["# EOF", ""] { lines.removeLast(2) } else { mistakes.append("no # EOF") }
        for line in lines { line.hasPrefix("#") ? readHeading(line) : readSample(line) }
    }

    private mutating func readHeading(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 3).map(String.init)
        guard words.count == 4, ["TYPE", "UNIT", "HELP"].contains(words[1]) else {
            mistakes.append(line)
            return
        }
        if words[1] == "TYPE" {
            if types.updateValue(words[3], forKey: words[2]) != nil { mistakes.append("again: \(line)") }
            family = words[2]
        }
        let isOfUnit = words[1] != "UNIT" || family.hasSuffix("_" + words[3])
        if words[2] != family || !isOfUnit || line.contains("\\") { mistakes.append(line) }
    }

    private mutating func readSample(_ line: String) {
        let suffix = ["counter": "_total", "info": "_info"][types[family] ?? ""] ?? ""
        let sample = /([a-z_:][a-z0-9_:]*)(\{.*\})? (-?[0-9]+(?:\.[0-9]+)?(?:e[-+]?[0-9]+)?)/
        guard let match = line.wholeMatch(of: sample), match.1 == family + suffix else {
            mistakes.append(line)
            return
        }
        let label = /([a-z_][a-z0-9_]*)="((?:[^"\\\u{0}-\u{1F}]|\\[n"\\])*)"/
        var names: [Substring] = []
        var rest = (match.2 ?? "{}").dropFirst()
        while let found = rest.prefixMatch(of: label) {
            names.append(found.1)
            rest = rest[found.range.upperBound...]
            if rest.hasPrefix(",") { rest.removeFirst() }
        }
        if rest != "}" || Set(names).count != names.count { mistakes.append(line) }
        let key = "\(match.1)\(match.2 ?? "")"
        if samples.updateValue(String(match.3), forKey: key) != nil { mistakes.append("again: \(line)") }
    }
}
