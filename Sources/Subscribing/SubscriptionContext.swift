package import Reactive
package import Records

/// The log, the sources and the clocks that all subscribers use.
package final class SubscriptionContext {
    /// Reads snapshots and the log.
    let archive: any ChangeArchive
    /// Sends live changes.
    let broadcast: Broadcast
    /// The sources that selectors are matched with.
    let sources: any SubscribedSources
    /// The clock for delays.
    let scheduler: AnyScheduler
    private let wall: () -> UTC

    /// Creates the context of all subscribers.
    ///
    /// - Parameters:
    ///   - archive: Reads snapshots and the log.
    ///   - broadcast: Sends live changes.
    ///   - sources: The sources that selectors are matched with.
    ///   - scheduler: The clock for delays.
    ///   - wall: The wall clock.
    package init(
        archive: any ChangeArchive, broadcast: Broadcast, sources: any SubscribedSources,
        scheduler: AnyScheduler, wall: @escaping () -> UTC
    ) {
        self.archive = archive
        self.broadcast = broadcast
        self.sources = sources
        self.scheduler = scheduler
        self.wall = wall
    }

    /// The time of the wall clock.
    var now: UTC { wall() }
}
