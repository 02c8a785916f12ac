import Records

/// The labels of a sample: names with escaped values.
struct MetricLabels: Hashable {
    /// The labels without braces: `source="hospitals",kind="table"`; empty if there are none.
    let text: String

    /// Makes labels; those without a value or with an empty one are left out, which means the same.
    ///
    /// Source: OpenMetrics 1.0, "Label": an empty value is as if the label were not present.
    init(_ values: KeyValuePairs<String, String?> = [:]) {
        text = values.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : "\(name)=\"\(MetricLabels.escaped($0))\"" }
        }.joined(separator: ",")
    }

    private init(text: String) { self.text = text }

    /// Returns these labels with one more.
    func adding(_ name: String, _ value: String) -> MetricLabels {
        let other = MetricLabels([name: value])
        return MetricLabels(text: text.isEmpty ? other.text : "\(text),\(other.text)")
    }

    /// Returns a value with `\`, `"` and line feeds escaped.
    ///
    /// Other control characters have no escape: some readers end a line at them, so U+FFFD replaces them.
    /// Source: OpenMetrics 1.0, "Escaping".
    private static func escaped(_ value: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\n": escaped.append(contentsOf: #"\n"#.unicodeScalars)
            case "\"", "\\":
                escaped.append("\\")
                escaped.append(scalar)
            case "\0"..<" ", "\u{7F}"..<"\u{A0}", "\u{2028}", "\u{2029}": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
