public import Reactive
public import Records
public import Systemd

/// The clocks that all parts of the daemon use.
public struct Clocks {
    /// The clock for delays.
    public let scheduler: AnyScheduler
    /// The wall clock.
    public let wall: () -> UTC

    /// Creates a set of clocks.
    public init(scheduler: AnyScheduler, wall: @escaping () -> UTC) {
        self.scheduler = scheduler
        self.wall = wall
    }

    /// Creates the clocks of a loop.
    public init(of loop: EventLoop) { self.init(scheduler: AnyScheduler(loop)) { loop.wall } }
}
