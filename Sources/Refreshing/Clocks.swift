public import Reactive
public import Records
public import Systemd

/// The clocks that all parts of the daemon use, and the random numbers that spread what the clocks would make
/// coincide.
public struct Clocks {
    /// The clock for delays.
    public let scheduler: AnyScheduler
    /// The wall clock.
    public let wall: () -> UTC
    /// The random numbers for delays.
    public let random: RandomNumbers

    /// Creates a set of clocks.
    public init(
        scheduler: AnyScheduler, random: RandomNumbers = RandomNumbers(), wall: @escaping () -> UTC
    ) {
        self.scheduler = scheduler
        self.random = random
        self.wall = wall
    }

    /// Creates the clocks of a loop.
    public init(of loop: EventLoop) { self.init(scheduler: AnyScheduler(loop)) { loop.wall } }
}
