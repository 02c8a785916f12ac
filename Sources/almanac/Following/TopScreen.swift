import AlmanacClient
import AlmanacValues
import Reactive
import Records
import Showing

/// A live screen with all sources and the newest changes.
final class TopScreen {
    private let daemon: Daemon
    private let output: Output
    private var content = TopPage.Content([])
    private var replica: Replica?
    /// The daemon's own failures, as it last reported them.
    private var failures: [DaemonFailure] = []
    /// The loss of the daemon; `nil` while it is connected.
    private var loss: DaemonFailure?
    private var isOver = false
    /// Whether the screen must be drawn again, outside the loop's callbacks.
    private var isChanged = true
    /// Whether the numbers of records and the daemon's own failures must be requested again.
    private var isStale = true
    /// Whether that may happen: once per second.
    private var isDue = true
    /// Whether the warnings must be requested again.
    private var areWarningsStale = true

    private var refreshing: AnyCancellable?
    private var ticking: AnyCancellable?

    init(of daemon: Daemon, output: Output) {
        self.daemon = daemon
        self.output = output
    }

    /// Shows the screen until the user quits.
    func run() throws(CommandError) -> CommandStatus {
        let replica = Replica(of: daemon.connection, .untilRevoked(), to: self)
        self.replica = replica
        try list(replica)
        replica.start()
        defer { replica.cancel() }
        let screen = try Screen(
            on: daemon.loop, key: { [unowned self] in press($0) },
            resized: { [unowned self] in isChanged = true }, ended: { [unowned self] in isOver = true })
        defer { screen.close() }
        ticking = daemon.loop.timer(every: .seconds(1), slack: .milliseconds(100))
            .sink { [unowned self] _ in
                isChanged = true
                isDue = true
            }
        while !isOver {
            if isStale, isDue { refreshStates() }
            draw(on: screen)
            try daemon.run { isOver || isChanged }
        }
        return .success
    }

    /// Waits for the list of sources.
    ///
    /// - Throws: A complaint if the daemon cannot be asked.
    private func list(_ replica: Replica) throws(CommandError) {
        var answer: Result<[Source], AlmanacError>?
        replica.present { answer = $0 }
        try daemon.run { answer != nil }
        if case .failure(let error) = answer { throw daemon.commandError(error) }
    }

    private func draw(on screen: Screen) {
        isChanged = false
        let paper = output.paper
        let sources = replica?.sortedSources ?? []
        content.counts = SourceCounts(sources)
        content.failures = loss.map { [$0] } ?? failures
        content.sources = sources.filter { !content.isPicky || $0.standing == .failing }
        content.selected = max(0, min(content.selected, content.sources.count - 1))
        let page = TopPage(content, height: Terminal.height ?? 24)
        screen.draw(page.lines(on: paper).map { $0.text(colored: paper.hasColor) })
    }

    /// Requests what changes without an event: the numbers of records, the times of attempts, the daemon's
    /// own failures; without a connection, the last states remain.
    private func refreshStates() {
        isStale = false
        isDue = false
        replica?.present(within: .seconds(1)) { [weak self] in self?.show($0) }
        failures = daemon.failures()
        do {
            try queryWarnings()
        } catch {
            content.message = error.message
        }
    }

    private func show(_ answer: Result<[Source], AlmanacError>) {
        isChanged = true
        if case .failure(let error) = answer { content.message = daemon.commandError(error).message }
    }

    /// Queries the warnings: those at the user's position if it is known, otherwise all.
    private func queryWarnings() throws(CommandError) {
        guard areWarningsStale else { return }
        let question = output.here.map { WarningQuestion(at: $0) } ?? WarningQuestion()
        content.warnings = try WarningFinder(daemon, at: output.paper.now).answer(
            to: question, among: replica?.sortedSources ?? [])
        areWarningsStale = false
    }

    /// Whether an event may change the warnings, or what is known about them.
    private func concernsWarnings(_ event: Event) -> Bool {
        guard let name = event.source else { return event.kind == .overflow }
        let kind = replica?.sources[name]?.kind
        return kind.map(Warning.kinds.contains) ?? true
    }

    private func press(_ key: Screen.Key) {
        isChanged = true
        content.message = ""
        switch key {
        case .up: content.selected -= 1
        case .down: content.selected += 1
        case .letter("f"): content.isPicky.toggle()
        case .letter("r"): refresh()
        case .letter("q"): isOver = true
        default: break
        }
    }
}

extension TopScreen: ReplicaSink {
    func expect(_ beginning: ReplicaBeginning, by event: Event?) { event.map(record) }
    func put(_ item: Item, by event: Event) { record(event) }
    func remove(_ item: Item, by event: Event) { record(event) }
    func change(_ source: String, from before: Source?, by event: Event) { record(event) }

    private func record(_ event: Event) {
        areWarningsStale = areWarningsStale || concernsWarnings(event)
        content.changes.append(event)
        if content.changes.count > 200 { content.changes.removeFirst(100) }
        isStale = true
        isChanged = true
    }

    func lose(_ error: AlmanacError) {
        loss = daemon.unknownState(error, since: loss?.since ?? output.paper.now)
        isChanged = true
    }

    func reach(_ isReached: Bool) {
        guard isReached else { return }
        loss = nil
        content.message = ""
        isStale = true
        isChanged = true
        areWarningsStale = true
    }
}

extension TopScreen {
    private func refresh() {
        guard content.sources.indices.contains(content.selected) else { return }
        let name = content.sources[content.selected].name
        content.message = "refreshing \(name)"
        isStale = true
        let request = Request.refresh(Selector(sources: [Selector.literal(name)]))
        refreshing = daemon.connection.publisher(for: request).sink(
            receiveCompletion: { [unowned self] in refreshed(name, with: $0) }, receiveValue: { _ in })
    }

    private func refreshed(_ name: String, with end: Subscribers.Completion<AlmanacError>) {
        isStale = true
        if case .failure(let error) = end {
            content.message = daemon.commandError(error).message
        } else {
            content.message = "refreshed \(name)"
        }
    }
}
