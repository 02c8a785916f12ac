import Reactive

/// An object that must not wait for its peer for ever.
protocol TimeoutClient: AnyObject {
    /// Called when the wait has taken too long.
    func waitedTooLong()
}

/// The objects that wait for their peers; a single timer for all of them runs while there are any.
///
/// The timer checks four times within the limit, so that a wait may take a quarter longer.
final class PeerTimeouts {
    private struct Wait {
        let client: any TimeoutClient
        var since: LoopTime
    }

    private let clock: AnyScheduler
    private let longest: Duration
    private var waits: [ObjectIdentifier: Wait] = [:]
    private var timer: AnyCancellable?

    init(by clock: AnyScheduler, atMost longest: Duration) {
        self.clock = clock
        self.longest = longest
    }

    /// Starts a wait unless one is in progress.
    func start(_ client: any TimeoutClient) {
        let name = ObjectIdentifier(client)
        guard waits[name] == nil else { return }
        waits[name] = Wait(client: client, since: clock.now)
        if timer == nil { tick() }
    }

    /// Restarts a wait.
    func restart(_ client: any TimeoutClient) {
        cancel(client)
        start(client)
    }

    /// Cancels a wait, if there is one.
    func cancel(_ client: any TimeoutClient) {
        if !waits.isEmpty { waits[ObjectIdentifier(client)] = nil }
    }

    private func tick() {
        let quarter = longest / 4
        timer = clock.after(quarter, slack: quarter / 4) { [unowned self] in
            timer = nil
            let now = clock.now
            let overdue = waits.filter { now - $0.value.since >= longest }
            for (name, wait) in overdue where waits[name]?.since == wait.since {
                cancel(wait.client)
                wait.client.waitedTooLong()
            }
            if !waits.isEmpty, timer == nil { tick() }
        }
    }
}
