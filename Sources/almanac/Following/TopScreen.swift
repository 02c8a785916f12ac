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
    private var sources: [Source] = []
    private var isOver = false
    /// Whether the screen must be drawn again, outside the loop's callbacks.
    private var isStale = true
    private var isChanged = true
    /// Whether the warnings must be requested again.
    private var areWarningsStale = true
    /// Whether there is no subscription at the moment.
    private var isLost = false

    private var following: AnyCancellable?
    private var refreshing: AnyCancellable?
    private var ticking: AnyCancellable?
    private var waiting: AnyCancellable?

    init(of daemon: Daemon, output: Output) {
        self.daemon = daemon
        self.output = output
    }

    /// Shows the screen until the user quits.
    func run() throws(CommandError) -> ExitStatus {
        sources = try daemon.sources()
        subscribe()
        let screen = try Screen(
            on: daemon.loop, key: { [unowned self] in press($0) },
            resized: { [unowned self] in isChanged = true }, ended: { [unowned self] in isOver = true })
        defer { screen.close() }
        ticking = daemon.loop.timer(every: .seconds(1), slack: .milliseconds(100))
            .sink { [unowned self] _ in isChanged = true }
        while !isOver {
            if isStale { look() }
            draw(on: screen)
            try daemon.run { isOver || isStale || isChanged }
        }
        return .success
    }

    private func draw(on screen: Screen) {
        isChanged = false
        let paper = output.paper
        content.counts = SourceCounts(sources)
        content.sources = sources.filter { !content.isPicky || $0.standing == .failing }
        content.selected = max(0, min(content.selected, content.sources.count - 1))
        let page = TopPage(content, height: Terminal.height ?? 24)
        screen.draw(page.lines(on: paper).map { $0.text(colored: paper.hasColor) })
    }

    /// Queries the state of all sources; without a connection, the last state remains.
    private func look() {
        isStale = false
        do {
            sources = try daemon.sources()
            content.failures = daemon.failures()
            try lookForWarnings()
        } catch {
            content.message = error.message
        }
    }

    /// Queries the warnings: those at the user's position if it is known, otherwise all.
    private func lookForWarnings() throws(CommandError) {
        guard areWarningsStale else { return }
        areWarningsStale = false
        let question = output.here.map { WarningQuestion(at: $0) } ?? WarningQuestion()
        content.warnings = try WarningFinder(daemon, at: output.paper.now).answer(
            to: question, among: sources)
    }

    /// Whether an event may change the warnings, or what is known about them.
    private func concernsWarnings(_ event: Event) -> Bool {
        guard let name = event.source else { return event.kind == .overflow }
        let kind = sources.first { $0.name == name }?.kind
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

extension TopScreen {
    private func subscribe() {
        following = daemon.connection.changes(.untilRevoked()).sink(
            receiveCompletion: { [unowned self] _ in subscribeLater() },
            receiveValue: { [unowned self] in receive($0) })
    }

    private func receive(_ notice: SubscriptionNotice) {
        switch notice {
        case .event(let event):
            guard event.kind != .subscribed, event.kind != .ready else { return }
            areWarningsStale = areWarningsStale || concernsWarnings(event)
            content.changes.append(event)
            if content.changes.count > 200 { content.changes.removeFirst(100) }
            isStale = true
        case .lost: isLost = true
        case .connected, .cursorExpired:
            guard isLost else { return }
            isLost = false
            content.message = ""
            isStale = true
            areWarningsStale = true
        }
    }

    /// The daemon may refuse the subscription for a while, such as one too many.
    private func subscribeLater() {
        isLost = true
        waiting = daemon.loop.after(.seconds(1), slack: .milliseconds(200)) { [unowned self] in subscribe() }
    }

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
