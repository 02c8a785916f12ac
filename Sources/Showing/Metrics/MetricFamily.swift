import Records

/// A metric with its samples, which stand together in the text.
struct MetricFamily {
    /// The type of a metric.
    enum Kind: String {
        /// A number that rises and falls.
        case gauge
        /// A number that only rises, from 0.
        case counter
        /// Facts as labels, with the value 1.
        case info
        /// One of several states, each with the value 1 or 0.
        case stateSet = "stateset"
    }

    /// The name, without the suffix of its type.
    let name: String
    /// The type.
    let kind: Kind
    /// The unit, which ends the name; `nil` for a count or facts.
    let unit: String?
    /// A description in one sentence of plain characters.
    let help: String
    /// The samples; the labels of each are unique.
    private(set) var samples: [(labels: MetricLabels, number: MetricNumber)] = []

    private var known: Set<MetricLabels> = []

    /// Makes a metric without samples.
    init(_ name: String, _ kind: Kind = .gauge, unit: String? = nil, help: String) {
        self.name = unit.map { "\(name)_\($0)" } ?? name
        self.kind = kind
        self.unit = unit
        self.help = help
    }

    /// Adds a sample; nothing if the number is missing, or the labels have a number already: readers refuse
    /// the whole text if two samples have the same labels.
    mutating func add(_ number: MetricNumber?, _ labels: MetricLabels = MetricLabels()) {
        guard let number, known.insert(labels).inserted else { return }
        samples.append((labels, number))
    }

    /// Adds the sample of a metric that only has labels.
    mutating func add(_ labels: MetricLabels) { add(MetricNumber(1), labels) }

    /// Adds a sample for each state; nothing if the current state is missing or none of them.
    ///
    /// Source: OpenMetrics 1.0, "StateSet": the label of a state has the name of the metric.
    mutating func add(state: String?, of states: [String], _ labels: MetricLabels) {
        guard let state, states.contains(state) else { return }
        add(states: [state], of: states, labels)
    }

    /// Adds a sample for each state, of which any number may apply.
    mutating func add(states: [String], of all: [String], _ labels: MetricLabels) {
        for state in all { add(MetricNumber(states.contains(state) ? 1 : 0), labels.adding(name, state)) }
    }

    /// Returns the metric as text; empty without samples.
    func text(_ format: MetricsFormat) -> String {
        guard !samples.isEmpty else { return "" }
        var text = heading(format)
        for (labels, number) in samples {
            let braces = labels.text.isEmpty ? "" : "{\(labels.text)}"
            text += "\(name)\(suffix)\(braces) \(number.text)\n"
        }
        return text
    }

    private func heading(_ format: MetricsFormat) -> String {
        switch format {
        case .openMetrics:
            "# TYPE \(name) \(kind.rawValue)\n" + (unit.map { "# UNIT \(name) \($0)\n" } ?? "")
                + "# HELP \(name) \(help)\n"
        case .prometheus:
            "# HELP \(name)\(suffix) \(help)\n# TYPE \(name)\(suffix) \(kind == .counter ? "counter" : "gauge")\n"
        }
    }

    /// The suffix of the type.
    var suffix: String {
        switch kind {
        case .counter: "_total"
        case .info: "_info"
        case .gauge, .stateSet: ""
        }
    }
}

/// A finite number as metrics write it.
///
/// Source: OpenMetrics 1.0, "Numbers": integers without a decimal point, other numbers with one or with an
/// exponent.
struct MetricNumber {
    /// The number.
    let text: String

    init(_ count: Int) { text = String(count) }

    /// Makes a number to a millionth, so that a converted unit has no digits that only come from rounding;
    /// returns `nil` unless it is finite.
    init?(_ value: Double) {
        guard value.isFinite else { return nil }
        let millionths = (value * 1_000_000).rounded()
        text = millionths.isFinite ? "\(millionths / 1_000_000 + 0)" : "\(value)"
    }

    /// Makes the seconds since 1970, exactly.
    init(_ moment: UTC) { self.init(microseconds: Int(moment.microseconds)) }

    /// Makes a number of seconds from microseconds, exactly: as a float, today's time would be rounded.
    init(microseconds: Int) {
        let (seconds, rest) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let digits = String(rest)
        let fraction = rest == 0 ? "" : "." + String(repeating: "0", count: 6 - digits.utf8.count) + digits
        text = "\(microseconds < 0 ? "-" : "")\(seconds)\(fraction)"
    }
}

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
