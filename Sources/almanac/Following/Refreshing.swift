import AlmanacClient
import AlmanacValues
import Reactive
import Records
import Showing
import Systemd

/// A running refresh: waits for it and shows its progress if it takes longer.
final class Refreshing {
    private let request: Request<RefreshReport>
    private let before: [Source]
    private let daemon: Daemon
    private let output: Output
    private let begun: LoopTime
    private var result: Result<RefreshReport, AlmanacError>?
    private var ticking: AnyCancellable?
    private var looking: AnyCancellable?
    /// The newest step if only one source is refreshed.
    private var step: String?
    private var isShown = false

    /// - Parameters:
    ///   - selector: The sources to fetch.
    ///   - before: These sources and their states before the refresh.
    ///   - daemon: The daemon.
    ///   - output: The output, which is not JSON if the progress may be shown.
    ///   - isWaiting: Whether the daemon answers after the attempts.
    init(
        _ selector: Selector, before: [Source], daemon: Daemon, output: Output, isWaiting: Bool = true
    ) {
        request = .refresh(selector, waits: isWaiting)
        self.before = before
        self.daemon = daemon
        self.output = output
        begun = daemon.loop.now
    }

    /// Returns the daemon's reply; prints the steps of the attempts if `isVerbose`.
    func run(isVerbose: Bool = false) throws(CommandError) -> RefreshReport {
        let call = daemon.connection.publisher(for: request).sink(
            receiveCompletion: { [unowned self] in
                if case .failure(let error) = $0 { result = .failure(error) }
            }, receiveValue: { [unowned self] in result = .success($0) })
        let showing =
            Terminal.isErrorInteractive && output.json == nil
            ? daemon.loop.after(.milliseconds(300), slack: .milliseconds(20)) { [unowned self] in show() }
            : nil
        defer {
            showing?.cancel()
            ticking?.cancel()
            looking?.cancel()
            call.cancel()
        }
        try daemon.run { result != nil }
        if isShown { Terminal.writeError("\r\u{1B}[K") }
        if isVerbose { RefreshSteps(of: try daemon.sources(names)).warn() }
        do throws(AlmanacError) {
            guard let result else { throw .disconnected }
            return try result.get()
        } catch {
            throw daemon.commandError(error)
        }
    }

    private var names: [String] { before.map { Selector.literal($0.name) } }

    /// Prints the progress now and ten times a second.
    private func show() {
        isShown = true
        draw()
        ticking = daemon.loop.timer(every: .milliseconds(100), slack: .milliseconds(50))
            .sink { [unowned self] _ in
                queryStep()
                draw()
            }
    }

    /// Queries the steps of the attempt; for several sources, only their number is shown.
    private func queryStep() {
        guard before.count == 1, looking == nil else { return }
        looking = daemon.connection.publisher(for: .sources(Selector(sources: names))).sink(
            receiveCompletion: { [unowned self] _ in looking = nil },
            receiveValue: { [unowned self] in
                step = $0.first?.runtime.steps.last.map { "\($0.text), " }
            })
    }

    private func draw() {
        let passed = (daemon.loop.now - begun).microseconds / 100_000
        let hosts = before.compactMap(\.host)
        let whom = before.count == 1 ? hosts.first ?? before[0].name : "\(before.count) sources"
        let line = Line("asking \(whom), \(step ?? "")\(passed / 10).\(passed % 10) s").cut(
            to: Terminal.width ?? 80)
        Terminal.writeError("\r\u{1B}[K" + line.plain)
    }
}

/// The steps of a refresh with their times.
struct RefreshSteps {
    private let sources: [Source]

    init(of sources: [Source]) { self.sources = sources }

    /// Prints the steps of each source's attempt to standard error.
    func warn() {
        for source in sources {
            for step in source.runtime.steps { warn(of: step, source) }
        }
    }

    private func warn(of step: Step, _ source: Source) {
        let passed = max(0, step.elapsed.microseconds / 1000)
        let millis = String(passed % 1000)
        let digits = String(repeating: "0", count: 3 - millis.count) + millis
        Terminal.warn("+\(passed / 1000).\(digits) s  \(source.name): \(visible(step.text))")
    }
}
