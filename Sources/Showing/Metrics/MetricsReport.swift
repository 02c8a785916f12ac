public import AlmanacValues
public import Records

/// The metrics as `systemd-report` reads them: the replies of the interface io.systemd.Metrics.
///
/// A name is that of the other formats below `io.almanac`, which must be the name of the socket:
/// `almanac_source_records` is `io.almanac.source_records`. The object is the source; the other labels are
/// fields. A set of states is the text of the current one; each of several, such as IFR and unknown for IFR
/// or worse, has a value.
///
/// Source: systemd 260, varlink-io.systemd.Metrics, and systemd-report(1).
extension Metrics {
    /// The name of the socket below /run/systemd/report, with which every name begins.
    public static let reportName = "io.almanac"

    /// The parameters of the replies of `List`, one for each value.
    public var reportedValues: [JSON] { reported.flatMap(\.reportedValues) }

    /// The parameters of the replies of `Describe`, one for each metric.
    public var reportedFamilies: [JSON] { reported.map(\.reportedFamily) }

    /// The metrics whose names `systemd-report` accepts.
    private var reported: [MetricFamily] { families.filter { isFieldName($0.fieldName) } }
}

extension MetricFamily {
    fileprivate var fieldName: String {
        let own = name + suffix
        let prefix = "almanac_"
        return own.hasPrefix(prefix) ? String(own.dropFirst(prefix.count)) : own
    }

    fileprivate var reportedFamily: JSON {
        ["name": reportedName, "description": .string(help), "type": .string(reportedType)]
    }

    fileprivate var reportedValues: [JSON] {
        samples.compactMap { labels, number in
            let states = kind == .stateSet ? labels.labels.filter { $0.name == name } : []
            // A set of states has a sample for each state; the samples of the present ones have the value 1.
            guard kind != .stateSet || number.text == "1" else { return nil }
            let fields = labels.labels.filter { $0.name != "source" && $0.name != name }
            return .members([
                "name": reportedName, "value": states.first.map { .string($0.value) } ?? .number(number.text),
                "object": labels.labels.first { $0.name == "source" }.map { .string($0.value) },
                "fields": fields.isEmpty ? nil : .object(fields.map { .init($0.name, .string($0.value)) }),
            ])
        }
    }

    private var reportedName: JSON { .string("\(Metrics.reportName).\(fieldName)") }

    private var reportedType: String {
        switch kind {
        case .counter: "counter"
        case .gauge, .info: "gauge"
        case .stateSet: "string"
        }
    }
}

/// Whether a text is a name of a field in varlink: letters, digits and single underscores, a letter first.
///
/// Source: Varlink, Interface-Definition.md, "field_name".
private func isFieldName(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    return parts[0].first.map { $0.isLowercase || $0.isUppercase } ?? false
        && parts.allSatisfy { part in
            !part.isEmpty && part.allSatisfy { $0.isLowercase || $0.isUppercase || $0.isDigit }
        }
}

/// The sources, their weather and the daemon as metrics for Prometheus and others.
public struct Metrics {
    /// The kinds of sources whose records are metrics; those of other sources are ignored.
    public static let kinds = ["forecast", "metar", "report"]

    let families: [MetricFamily]

    /// Makes the metrics.
    ///
    /// - Parameters:
    ///   - sources: The sources.
    ///   - now: The time, since which publications are missing.
    ///   - items: Records of these sources, as far as their weather is wanted.
    ///   - status: The state of the daemon; `nil` for no metrics of it.
    public init(sources: [Source], at now: UTC, items: [Item] = [], status: Status? = nil) {
        let all =
            weatherMetrics(of: items, in: sources, at: now) + sourceMetrics(of: sources, at: now)
            + (status.map(daemonMetrics) ?? [])
        // The daemon may add a counter whose name is that of another metric.
        var names: Set<String> = []
        families = all.filter { names.insert($0.name).inserted }
    }

    /// Returns the text.
    public func text(_ format: MetricsFormat) -> String {
        let text = families.map { $0.text(format) }.joined()
        return format == .openMetrics ? text + "# EOF\n" : text
    }
}

/// A text format of metrics.
public enum MetricsFormat: String, CaseIterable, Sendable {
    /// OpenMetrics 1.0, which Prometheus and OpenTelemetry read over HTTP.
    ///
    /// Source: openmetrics.io, "Text format".
    case openMetrics = "openmetrics"
    /// The older format 0.0.4 of Prometheus, the only one that node_exporter reads from files: it has
    /// neither units nor the types `info` and `stateset`, and refuses a file that names them.
    ///
    /// Source: Prometheus documentation, "Exposition formats".
    case prometheus

    /// The value of HTTP's `Content-Type`.
    public var contentType: String {
        switch self {
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        }
    }
}
