import AlmanacClient
import AlmanacValues
import Reactive

/// Signals that a page may be out of date: a record, a source's state, the settings or its age changed.
final class ChangeSignal {
    /// Whether something has changed since the last check.
    private(set) var isRaised = false

    private let selector: Selector
    private let daemon: Daemon
    private var settings: SettingsWatch?
    private var following: AnyCancellable?
    private var waiting: AnyCancellable?
    private var aging: AnyCancellable?
    private var isLost = false

    init(for selector: Selector, daemon: Daemon, output: Output) {
        self.selector = selector
        self.daemon = daemon
        settings = SettingsWatch(output, on: daemon.loop) { [unowned self] in isRaised = true }
        subscribe()
        guard Terminal.isInteractive else { return }
        aging = daemon.loop.timer(every: .seconds(30), slack: .seconds(5))
            .sink { [unowned self] _ in isRaised = true }
    }

    /// Runs the loop until something changes.
    func wait() throws(CommandError) {
        try daemon.run { isRaised }
        isRaised = false
    }

    private func subscribe() {
        following = daemon.connection.changes(.untilRevoked(selector)).sink(
            receiveCompletion: { [unowned self] _ in subscribeLater() },
            receiveValue: { [unowned self] in receive($0) })
    }

    private func receive(_ notice: SubscriptionNotice) {
        switch notice {
        case .event(let event):
            isRaised = isRaised || event.item != nil || event.kind == .source || event.kind == .overflow
        case .lost: isLost = true
        case .connected, .cursorExpired:
            isRaised = isRaised || isLost
            isLost = false
        }
    }

    /// The daemon may refuse the subscription for a while, such as one too many.
    private func subscribeLater() {
        isLost = true
        waiting = daemon.loop.after(.seconds(1), slack: .milliseconds(200)) { [unowned self] in subscribe() }
    }
}

extension SubscriptionOptions {
    /// The options of a page that is shown until the user quits; it reconnects every second.
    static func untilRevoked(_ selector: Selector = Selector()) -> SubscriptionOptions {
        var options = SubscriptionOptions(selector)
        options.shortestDelay = .seconds(1)
        options.longestDelay = .seconds(1)
        return options
    }
}
