import Reactive

/// Lets a few through at a time; the others wait outside in the order in which they came.
///
/// A thousand files that changed at one moment must not lie in memory all at once.
final class Turnstile {
    /// Whether somebody waits, is inside or has gone.
    private enum Place {
        case outside, inside, gone
    }

    /// One that wants through.
    private final class Visitor {
        var place = Place.outside
        let entered = PassthroughSubject<Void, Never>()
    }

    private let scheduler: AnyScheduler
    private var free: Int
    private var waiting: [Visitor] = []
    private var head = 0

    /// Makes a turnstile with room for so many.
    init(_ places: Int, scheduler: AnyScheduler) { (free, self.scheduler) = (places, scheduler) }

    /// What a publisher publishes once there is room for it, each subscription apart; it leaves when that is over.
    func pass<Made: Publisher>(_ make: @escaping () -> Made) -> AnyPublisher<Made.Output, Made.Failure> {
        Deferred { [self] in
            let visitor = Visitor()
            wait(visitor)
            return visitor.entered.first().setFailureType(to: Made.Failure.self).flatMap { make() }
                .handleEvents(
                    receiveCompletion: { [self] _ in leave(visitor) },
                    receiveCancel: { [self] in leave(visitor) })
        }.eraseToAnyPublisher()
    }

    private func wait(_ visitor: Visitor) {
        waiting.append(visitor)
        scheduler.schedule { [weak self] in self?.admit() }
    }

    private func leave(_ visitor: Visitor) {
        if visitor.place == .inside {
            free += 1
            scheduler.schedule { [weak self] in self?.admit() }
        }
        visitor.place = .gone
    }

    private func admit() {
        while free > 0, head < waiting.count {
            let visitor = waiting[head]
            head += 1
            guard visitor.place == .outside else { continue }
            visitor.place = .inside
            free -= 1
            visitor.entered.send(())
        }
        if head == waiting.count { (waiting, head) = ([], 0) }
    }
}
