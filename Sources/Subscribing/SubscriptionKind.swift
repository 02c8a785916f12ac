import Reactive
import Records
import Systemd

/// The state that subscribers with equal options share.
package final class SubscriptionKind {
    /// The options of the subscription.
    package let options: SubscriptionOptions
    let context: SubscriptionContext
    /// The warnings about the selector, for the first event of each subscriber.
    let warnings: [String]
    /// Removes a subscriber whose connection ended.
    let remove: (ChangeSubscriber) -> Void
    /// The number of subscribers.
    var count = 0
    /// The snapshot pages for new subscribers; discarded within seconds.
    private var pages: SnapshotPages?
    private var forgetting: AnyCancellable?

    /// Creates the state of subscribers with equal options.
    ///
    /// - Parameters:
    ///   - options: The options.
    ///   - context: The log, the sources and the clocks.
    ///   - warnings: The warnings about the selector.
    ///   - remove: Removes a subscriber whose connection ended.
    init(
        _ options: SubscriptionOptions, context: SubscriptionContext, warnings: [String],
        remove: @escaping (ChangeSubscriber) -> Void
    ) {
        self.options = options
        self.context = context
        self.warnings = warnings
        self.remove = remove
    }

    /// Whether the selector matches a source, by its name.
    package func wants(_ source: String) -> Bool {
        context.sources.isWanted(source, by: options.identity.selector)
    }

    /// Returns the first messages of a subscriber that lacks nothing.
    func welcome(_ cursor: Cursor, at now: UTC) -> [UInt8] {
        context.welcome(cursor, at: now, as: options.form, warnings: warnings)
    }

    /// Delivers the snapshot page after a position as of a change; see `SnapshotPages.page`.
    func page(
        after place: SnapshotPlace?, until number: Int64, for user: UInt32,
        then: @escaping SnapshotPages.Answer
    ) -> AnyCancellable? {
        let pages =
            pages.flatMap { $0.number == number ? $0 : nil }
            ?? SnapshotPages(until: number, for: options, context)
        self.pages = pages
        if forgetting == nil {
            forgetting = context.scheduler.after(.seconds(2), slack: .seconds(1)) { [unowned self] in
                self.pages = nil
                forgetting = nil
            }
        }
        return pages.page(after: place, for: user, then: then)
    }
}
