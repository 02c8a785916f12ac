import Reactive
import Records
import Refreshing
import Storing
import Subscribing
import Systemd

/// The status line for `systemctl status`: `12 sources, 1 failing (schools: timeout), 3 without data, 3
/// subscribers, next in 42 s`; what the daemon itself cannot do comes first.
final class StatusLine {
    private let sources: Sources
    private let subscribers: SubscriberRegistry
    private let failures: () -> [DaemonFailure]
    private let wall: () -> UTC
    private var shown = ""
    private var ticking: AnyCancellable?

    init(
        sources: Sources, subscribers: SubscriberRegistry, failures: @escaping () -> [DaemonFailure],
        wall: @escaping () -> UTC
    ) {
        self.sources = sources
        self.subscribers = subscribers
        self.failures = failures
        self.wall = wall
    }

    /// Updates the line after each change, also of the failures of the daemon, and once a minute for the
    /// countdown.
    func start(on scheduler: AnyScheduler, after changes: some Publisher<Void, Never>) {
        let news = sources.stateChanges.map { _ in () }.merge(with: changes).throttle(
            for: .seconds(1), scheduler: scheduler, latest: true)
        let minutes = scheduler.timer(every: .seconds(60), slack: .seconds(10)).map { _ in () }
        ticking = news.merge(with: minutes).sink { [unowned self] in show() }
        show()
    }

    /// The current line.
    var text: String {
        let all = sources.standings
        let failing = all.filter { $0.standing == .failing }.sorted { $0.name < $1.name }
        let first = failing.first.map { " (\($0.name): \($0.reason?.rawValue ?? ""))" } ?? ""
        let stale = all.count { $0.standing == .stale }
        let withoutData = all.count(where: \.hasNoData)
        let misdefined = all.count { $0.standing.isCurrent && $0.reason == .configuration }
        let unread = all.count(where: \.hasUnreadParts)
        let remarked = all.count(where: \.hasRemarks)
        return [
            failures().first?.message, counted(all.count, "source"), "\(failing.count) failing\(first)",
            stale > 0 ? "\(stale) stale" : nil, withoutData > 0 ? "\(withoutData) without data" : nil,
            misdefined > 0 ? "\(misdefined) with a wrong definition" : nil,
            unread > 0 ? "\(unread) with unread parts" : nil, remarked > 0 ? "\(remarked) with remarks" : nil,
            counted(subscribers.count, "subscriber"),
        ].compactMap(\.self).joined(separator: ", ") + next
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
