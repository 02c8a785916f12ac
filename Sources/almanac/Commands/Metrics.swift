import AlmanacClient
import AlmanacValues
import Glibc
import Programs
import Showing

extension Command {
    /// Prints metrics for Prometheus.
    static let metrics = Command(
        "metrics", operands: "[SOURCE[/KEY]]...", count: 0...1000,
        summary: "Print weather, sources and daemon as metrics for Prometheus",
        details: [
            "SOURCE and KEY are patterns, as of watch. The weather is that of reports, and of forecasts that "
                + "state the present weather.",
            "Each run prints the values of one moment, for a file that node_exporter reads; see almanac(1).",
        ],
        options: [
            Option(
                "format", value: "prometheus|openmetrics|varlink",
                summary: "output format (default: prometheus, the one that node_exporter reads); varlink: "
                    + "answer systemd-report on standard input and output")
        ]
    ) { invocation throws(CommandError) in
        let daemon = try Daemon(invocation)
        if invocation["format"] == "varlink" {
            // A client that is gone is an error of write(2), not the end of the process.
            signal(SIGPIPE, SIG_IGN)
            var service = MetricsService { () throws(CommandError) in try metrics(invocation, of: daemon) }
            try service.run(input: STDIN_FILENO, output: STDOUT_FILENO)
            return .success
        }
        let format = try format(of: invocation)
        let text = try metrics(invocation, of: daemon).text(format)
        Terminal.write(Terminal.isInteractive ? visibleLines(text) : text)
        return .success
    }

    /// Returns the metrics of now.
    private static func metrics(_ invocation: Invocation, of daemon: Daemon) throws(CommandError) -> Metrics {
        let patterns = ChangePatterns(invocation.operands)
        let sources = try daemon.sources(patterns.selector.sources)
        return Metrics(
            sources: sources, at: Terminal.now, items: try weather(patterns, in: sources, of: daemon),
            status: try daemon.ask(.status()))
    }

    private static func format(of invocation: Invocation) throws(CommandError) -> MetricsFormat {
        guard let name = invocation["format"] else { return .prometheus }
        guard let format = MetricsFormat(rawValue: name) else {
            throw .usage("--format \(name) is not one of prometheus, openmetrics, varlink", see: "metrics")
        }
        return format
    }

    /// Returns the records that match; only those of kinds that have metrics are read.
    private static func weather(
        _ patterns: ChangePatterns, in sources: [Source], of daemon: Daemon
    ) throws(CommandError) -> [Item] {
        guard sources.contains(where: { $0.kind.map(Metrics.kinds.contains) ?? false }) else { return [] }
        var selector = patterns.selector
        selector.kinds = Metrics.kinds
        return try daemon.items(selector).filter { patterns.match(source: $0.source, key: $0.key) }
    }

    private static func visibleLines(_ text: String) -> String {
        text.split(separator: "\n").map { visible($0) + "\n" }.joined()
    }
}
