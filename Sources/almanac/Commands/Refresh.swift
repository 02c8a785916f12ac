import AlmanacClient
import AlmanacValues
import Programs
import Records
import Showing

extension Command {
    /// Fetches sources now.
    static let refresh = Command(
        "refresh", operands: "[SOURCE]...", count: 0...1000,
        summary: "Fetch sources now, and wait for the result",
        details: [
            "Respects the limits of the upstream; concurrent refreshes share one attempt. If it fails, the "
                + "last good data stay, and the exit status is 75."
        ],
        options: [
            Option("verbose", short: "v", summary: "print each step with its time"),
            Option("no-wait", summary: "do not wait"),
        ]
    ) { invocation throws(CommandError) in
        let output = try Output(invocation)
        let daemon = try Daemon(invocation)
        let globs = invocation.operands
        let before = try daemon.sources(globs)
        let isWaiting = !invocation.has("no-wait")
        let report = try Refreshing(
            Selector(sources: globs), before: before, daemon: daemon, output: output, isWaiting: isWaiting
        )
        .run(isVerbose: invocation.has("verbose"))
        if output.json != nil { output.write(report.json) }
        let paused = globs.isEmpty ? [] : before.filter { $0.standing == .paused }.map(\.name)
        warn(ofPaused: paused.filter { !report.started.contains($0) && !report.skipped.contains($0) })
        let isVain = !paused.isEmpty && report.started.isEmpty && report.skipped.isEmpty
        guard isWaiting, !isVain else { return isVain ? .failure : .success }
        return try show(report, before: before, daemon: daemon, output: output)
    }

    private static func show(
        _ report: RefreshReport, before: [Source], daemon: Daemon, output: Output
    ) throws(CommandError) -> CommandStatus {
        let fetched =
            try report.started.isEmpty
            ? []
            : daemon.sources(report.started.map(Selector.literal)).map { after in
                RefreshResult(before: before.first { $0.name == after.name }, after: after)
            }
        let skipped = report.skipped.filter { name in !before.contains { $0.name == name && $0.isUndefined } }
        // A source whose definition cannot be used is skipped for the reason that it states.
        let undefined = before.filter { $0.isUndefined && report.skipped.contains($0.name) }
        let results = fetched + undefined.map { RefreshResult(before: $0, after: $0) }
        if output.json == nil { output.show(PageSequence(compact: results.filter { !$0.isFailure })) }
        for result in results where result.isFailure { warn(of: result, output.paper) }
        if !skipped.isEmpty { warn(ofSkipped: skipped, report.retryAfter) }
        let isDone =
            !results.contains { $0.isFailure } && (!report.started.isEmpty || report.skipped.isEmpty)
        return isDone ? .success : .temporary
    }

    private static func warn(of result: RefreshResult, _ paper: Paper) {
        Terminal.warn("almanac: \(visible(result.message))")
        for hint in result.advice(paper) { Terminal.warn("  \(hint)") }
    }

    private static func warn(ofPaused names: [String]) {
        guard !names.isEmpty else { return }
        Terminal.warn("almanac: not fetched, without a definition: \(names.joined(separator: ", "))")
    }

    private static func warn(ofSkipped names: [String], _ retryAfter: Duration?) {
        let list = names.joined(separator: ", ")
        guard let retryAfter else {
            // Only the sources of another almanac are skipped without a time.
            return Terminal.warn(
                "almanac: not fetched, the other almanac is not connected or does not permit it: \(list)")
        }
        Terminal.warn(
            "almanac: not fetched, too early for the upstream: \(list); again in \(span(retryAfter))")
    }
}
