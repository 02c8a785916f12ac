import Reactive
import Records
import Refreshing
import Storing
import Subscribing
import Systemd

/// The status line for `systemctl status`: `12 sources, 1 failing (schools: timeout), 3 subscribers, next in
/// 42 s`.
final class StatusLine {
    private let sources: Sources
    private let subscribers: SubscriberRegistry
    private let wall: () -> UTC
    private var shown = ""
    private var ticking: AnyCancellable?

    init(sources: Sources, subscribers: SubscriberRegistry, wall: @escaping () -> UTC) {
        self.sources = sources
        self.subscribers = subscribers
        self.wall = wall
    }

    /// Updates the line after each change, and once a minute for the countdown.
    func begin(on scheduler: AnyScheduler) {
        let news = sources.stateChanges.map { _ in () }.throttle(
            for: .seconds(1), scheduler: scheduler, latest: true)
        let minutes = scheduler.timer(every: .seconds(60), slack: .seconds(10)).map { _ in () }
        ticking = news.merge(with: minutes).sink { [unowned self] in show() }
        show()
    }

    /// The current line.
    var text: String {
        let failing = sources.running.values.filter { $0.health == .failing }.sorted { $0.name < $1.name }
        let first = failing.first.map { " (\($0.name): \($0.state.failure?.reason.rawValue ?? ""))" } ?? ""
        return [
            counted(sources.count, "source"), "\(failing.count) failing\(first)",
            counted(subscribers.count, "subscriber"),
        ].joined(separator: ", ") + next
    }

    private func show() {
        let line = text
        guard line != shown else { return }
        shown = line
        ServiceManager.status(line)
    }

    private var next: String {
        let moments = sources.running.values.compactMap(\.request.nextAttempt)
        guard let first = moments.min() else { return "" }
        return ", next in \(max(0, (first - wall()).components.seconds)) s"
    }

    private func counted(_ count: Int, _ word: String) -> String {
        "\(count) \(word)" + (count == 1 ? "" : "s")
    }
}
