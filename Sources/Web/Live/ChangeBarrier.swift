import Reactive
import Records

/// A barrier for reading one's writes: a client that has seen a change never gets an older page.
///
/// Requests wait until the subscription behind all pages has what another subscription received earlier.
final class ChangeBarrier {
    /// The time limit, after which a request is answered without what is kept.
    private static let patience = Duration.seconds(1)

    private let clock: AnyScheduler
    private var reached: Cursor?
    private var awaited: Cursor?
    private var waiting: [() -> Void] = []
    private var timer: AnyCancellable?
    /// Called before the waiting requests are answered although the change has not arrived.
    var expired: () -> Void = {}

    /// Makes a barrier that is open.
    init(_ clock: AnyScheduler) { self.clock = clock }

    /// Records that some client knows a change.
    func require(_ cursor: String) {
        guard let cursor = Cursor(cursor), let reached, !reached.contains(cursor),
            !(awaited?.contains(cursor) ?? false)
        else { return }
        awaited = cursor
        timer = clock.after(ChangeBarrier.patience, slack: .milliseconds(100)) { [weak self] in
            self?.expired()
            self?.open()
        }
    }

    /// Records that a change has arrived for all pages.
    func reach(_ cursor: String) {
        reached = Cursor(cursor) ?? reached
        if let awaited, reached?.contains(awaited) ?? true { open() }
    }

    /// Calls a function, now or when all required changes have arrived.
    func pass(_ action: @escaping () -> Void) {
        if awaited == nil { action() } else { waiting.append(action) }
    }

    private func open() {
        awaited = nil
        timer = nil
        let actions = waiting
        waiting = []
        for action in actions { action() }
    }
}

extension Cursor {
    /// Whether this is a position after a change, or at it.
    fileprivate func contains(_ other: Cursor) -> Bool { run == other.run && number >= other.number }
}
