public import Reactive
public import Records
public import Systemd

/// What tells all parts of an almanac the time.
public struct Clocks {
    /// What measures delays.
    public let scheduler: AnyScheduler
    /// The wall clock.
    public let wall: () -> UTC

    /// Puts them together.
    public init(scheduler: AnyScheduler, wall: @escaping () -> UTC) {
        (self.scheduler, self.wall) = (scheduler, wall)
    }

    /// The clocks of a loop.
    public init(of loop: EventLoop) { self.init(scheduler: AnyScheduler(loop)) { loop.wall } }
}
