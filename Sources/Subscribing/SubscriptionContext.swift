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
    /// The first messages of the last subscriber that lacked nothing.
    private var latest: Welcome?

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

    /// Returns the first messages of a subscriber that lacks nothing.
    func welcome(_ cursor: Cursor, at now: UTC, as form: WireFormat, warnings: [String]) -> [UInt8] {
        if latest?.isSame(cursor, form, warnings) != true || latest?.update(at: now) != true {
            latest = Welcome(cursor, at: now, as: form, warnings: warnings)
        }
        return latest?.bytes ?? []
    }
}
