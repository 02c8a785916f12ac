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
