import Records

/// The labels of a sample: names with escaped values.
struct MetricLabels: Hashable {
    /// A name with its value.
    struct Label: Hashable {
        let name: String
        let value: String
    }

    /// The labels without braces: `source="hospitals",kind="table"`; empty if there are none.
    let text: String
    /// The labels, in their order.
    let labels: [Label]

    /// Makes labels; those without a value or with an empty one are left out, which means the same.
    ///
    /// Source: OpenMetrics 1.0, "Label": an empty value is as if the label were not present.
    init(_ values: KeyValuePairs<String, String?> = [:]) {
        self.init(
            values.compactMap { name, value in
                value.flatMap { $0.isEmpty ? nil : Label(name: name, value: $0) }
            })
    }

    private init(_ labels: [Label]) {
        self.labels = labels
        text = labels.map { "\($0.name)=\"\(MetricLabels.escaped($0.value))\"" }.joined(separator: ",")
    }

    /// Returns these labels with one more.
    func adding(_ name: String, _ value: String) -> MetricLabels {
        MetricLabels(labels + [Label(name: name, value: value)])
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
