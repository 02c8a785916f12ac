extension Scheduler where SchedulerTimeType == LoopTime {
    /// Runs an action once, after `delay` or up to `slack` later, unless the returned object is released
    /// before.
    public func after(
        _ delay: Duration, slack: Duration = .zero, _ action: @escaping () -> Void
    ) -> AnyCancellable {
        let ticket = Ticket(action)
        ticket.timer = schedule(
            after: now + max(delay, .zero), interval: .forever,
            tolerance: max(minimumTolerance, LoopTime.Stride(slack))
        ) { ticket.run() }
        return AnyCancellable(owning: ticket)
    }
}

/// An action that runs at most once; it owns its timer.
final class Ticket: Cancellation {
    var timer: (any Cancellable)?
    private var action: (() -> Void)?

    init(_ action: @escaping () -> Void) {
        self.action = action
        super.init()
        LiveSubscriptions.change(by: 1)
    }

    func run() {
        let once = finish()
        once?()
    }

    override func cancel() {
        let dropped = finish()
        withExtendedLifetime(dropped) {}
    }

    private func finish() -> (() -> Void)? {
        guard let once = take(&action) else { return nil }
        LiveSubscriptions.change(by: -1)
        take(&timer)?.cancel()
        return once
    }
}
