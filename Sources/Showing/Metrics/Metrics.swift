public import AlmanacValues

/// The sources, their weather and the daemon as metrics for Prometheus and others.
public struct Metrics {
    /// The kinds of sources whose records are metrics; those of other sources are ignored.
    public static let kinds = ["forecast", "metar", "report"]

    let families: [MetricFamily]

    /// Makes the metrics.
    ///
    /// - Parameters:
    ///   - sources: The sources.
    ///   - items: Records of these sources, as far as their weather is wanted.
    ///   - status: The state of the daemon; `nil` for no metrics of it.
    public init(sources: [Source], items: [Item] = [], status: Status? = nil) {
        let all =
            weatherMetrics(of: items, in: sources) + sourceMetrics(of: sources)
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
