import Records
import Showing

extension Command {
    /// Asks for sources now.
    static let refresh = Command(
        "refresh", "[SOURCE]...", count: 0...1000, "Ask for sources now, and wait for what comes of it",
        details: [
            "Within what the upstream allows; who asks at the same time shares one attempt. When it fails the last good "
                + "data stay, and the exit status is 75."
        ],
        options: [
            Option("verbose", short: "v", "tell each step with its time"), Option("no-wait", "do not wait"),
        ]
    ) { session throws(Complaint) in
        let globs = session.invocation.operands
        let before = try session.daemon.sources(globs)
        let answer = try Refreshing(session, globs, before).run()
        if session.output.json != nil { session.output.write(answer) }
        if session.invocation.has("no-wait") { return .success }
        return try report(answer, before, session)
    }

    private static func report(_ answer: JSON, _ before: [Source], _ session: Session) throws(Complaint)
        -> ExitStatus
    {
        let started = (answer["started"]?.array ?? []).compactMap(\.string)
        let skipped = (answer["skipped"]?.array ?? []).compactMap(\.string)
        let results =
            try started.isEmpty
            ? []
            : session.daemon.sources(started.map(Selection.literal)).map { after in
                RefreshResult(before: before.first { $0.name == after.name }, after: after)
            }
        if session.output.json == nil {
            session.output.show(Pages(compact: results.filter { !$0.isFailure }))
        }
        for result in results where result.isFailure { tell(result, session) }
        if !skipped.isEmpty { tellSkipped(skipped, answer["retryAfterUSec"]?.int) }
        let isDone = !results.contains { $0.isFailure } && (!started.isEmpty || skipped.isEmpty)
        return isDone ? .success : .temporary
    }

    private static func tell(_ result: RefreshResult, _ session: Session) {
        Terminal.warn("almanac: \(visible(result.message))")
        for hint in result.advice(session.output.paper) { Terminal.warn("  \(hint)") }
    }

    private static func tellSkipped(_ names: [String], _ retryAfter: Int?) {
        let wait = retryAfter.map { "; again in \(span(.microseconds($0)))" } ?? ""
        Terminal.warn(
            "almanac: not asked, the upstream wants more time between: \(names.joined(separator: ", "))\(wait)"
        )
    }
}
