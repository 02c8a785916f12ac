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
