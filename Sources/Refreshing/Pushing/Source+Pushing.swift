import Alerts
import Definitions
import Fetching
import Reactive
import Records
import Storing
import Systemd

/// The stream of the upstream beside the requests for its document.
extension Source {
    /// The time between two requests while the stream is current: they remain, since a stream proves nothing
    /// about messages that it never named.
    private static let pauseBesideStream = Duration.seconds(1800)

    /// Connects to the stream, if the definition has one.
    func startStream() {
        guard let push = definition.push, stream == nil else { return }
        let stream = SourceStream(push, for: self)
        self.stream = stream
        stream.start()
    }

    /// The least time until the next request after one that succeeded; zero unless the stream is current.
    var streamPause: Duration { stream?.isCurrent == true ? Source.pauseBesideStream : .zero }

    /// The remarks on the stream.
    var streamNotes: [String] { stream?.notes ?? [] }

    /// The limits of messages that are fetched one by one.
    var linkLimits: AlertLinks.Limits {
        // The definition was checked when it was read.
        (try? AlertLinks.Limits(definition.options)) ?? AlertLinks.Limits()
    }

    /// Records what pushed messages have changed.
    func accept(pushed report: IngestReport) {
        change.send(report.next)
        if report.hasChanged {
            journal.logAccepted(
                report, generation: state.generation, at: runs.cursor(of: state.number), in: nil)
        }
        if let first = report.rejects.first {
            logStream(.notice, "a message of the stream cannot be read: \(first.reason)")
        }
        publish(report, as: .pushed)
    }

    /// Requests the document as often as without a stream, and lets it become stale as early: a silent stream
    /// confirms nothing.
    func returnToUsualPace() {
        limitFreshness()
        guard attemptStart == nil, request.failures == 0, let next = request.nextAttempt,
            let interval = definition.interval
        else { return }
        let due = max(state.fetched.map { $0 + interval - now } ?? .zero, hold(at: now), .zero) + spread
        if now + due < next { planNext(after: due) }
    }

    /// Limits the time until the state becomes stale, and the next request, to those without a stream.
    func limitFreshness() {
        guard definition.push != nil, streamPause == .zero, let fetched = state.fetched,
            let interval = definition.interval
        else { return }
        let end = fetched + interval + max(interval / 2, .seconds(60))
        state.expires = state.expires.map { min($0, end) }
        guard stream == nil, let next = request.nextAttempt else { return }
        request.nextAttempt = max(min(next, fetched + interval), request.notBefore ?? next - .seconds(86_400))
    }

    /// Writes a journal entry about the stream.
    func logStream(_ level: LogLevel, _ text: String) {
        log(
            level, "\(name): \(text)",
            ["ALMANAC_SOURCE": name.text, "ALMANAC_KIND": definition.kind.rawValue])
    }
}
