import Reactive
import Records
import Showing
import Systemd
import Varlink

/// A live screen of all sources and of the newest changes.
final class TopScreen {
    private let session: Session
    private var content = TopPage.Content([])
    private var sources: [Source] = []
    private var isOver = false
    /// What is to be done outside of the loop's callbacks.
    private var isStale = true
    private var isChanged = true

    private var following: AnyCancellable?
    private var refreshing: AnyCancellable?
    private var ticking: AnyCancellable?
    private var waiting: AnyCancellable?

    init(_ session: Session) { self.session = session }

    /// Shows it until the person leaves.
    func run() throws(Complaint) -> ExitStatus {
        sources = try session.daemon.sources()
        try subscribe()
        let screen = try Screen(
            on: session.daemon.loop, key: { [unowned self] in press($0) },
            resized: { [unowned self] in isChanged = true }, ended: { [unowned self] in isOver = true })
        defer { screen.close() }
        ticking = session.daemon.loop.timer(every: .seconds(1), slack: .milliseconds(100))
            .sink { [unowned self] _ in isChanged = true }
        while !isOver {
            if isStale { look() }
            draw(on: screen)
            try session.daemon.turn { isOver || isStale || isChanged }
        }
        return .success
    }

    private func draw(on screen: Screen) {
        isChanged = false
        let paper = session.output.paper
        content.sources = sources.filter { !content.isPicky || $0.runtime.health == .failing }
        content.selected = max(0, min(content.selected, content.sources.count - 1))
        let page = TopPage(content, height: Terminal.height ?? 24)
        screen.draw(page.lines(on: paper).map { $0.text(colored: paper.hasColor) })
    }

    /// Asks how all sources fare; while the daemon is away they stay as they were.
    private func look() {
        isStale = false
        do {
            sources = try session.daemon.sources()
        } catch {
            content.message = error.message
        }
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
    private func subscribe() throws(Complaint) {
        following = try session.daemon.connect().call("io.almanac.Subscribe", ["snapshot": false], more: true)
            .sink(
                receiveCompletion: { [unowned self] _ in retry() },
                receiveValue: { [unowned self] in take($0.parameters) })
    }

    private func take(_ json: JSON) {
        guard let event = Event(json), event.kind != .subscribed, event.kind != .ready else { return }
        content.changes.append(event)
        if content.changes.count > 200 { content.changes.removeFirst(100) }
        isStale = true
    }

    private func retry() {
        waiting = session.daemon.loop.after(.seconds(1), slack: .milliseconds(200)) { [unowned self] in
            do {
                try subscribe()
                content.message = ""
                isStale = true
            } catch {
                retry()
            }
        }
    }

    private func refresh() {
        guard content.sources.indices.contains(content.selected), let client = try? session.daemon.connect()
        else { return }
        let name = content.sources[content.selected].name
        content.message = "asking for \(name)"
        isStale = true
        let parameters: JSON = ["selector": Selection(sources: [Selection.literal(name)]).json, "wait": true]
        refreshing = client.call("io.almanac.Refresh", parameters).sink(
            receiveCompletion: { [unowned self] in refreshed(name, $0) }, receiveValue: { _ in })
    }

    private func refreshed(_ name: String, _ end: Subscribers.Completion<VarlinkError>) {
        isStale = true
        if case .failure(let error) = end {
            content.message = session.daemon.complaint(error).message
        } else {
            content.message = "asked for \(name)"
        }
    }
}
