package import Definitions

/// The options of a subscription.
package nonisolated struct SubscriptionOptions: Hashable, Sendable {
    /// The selector and wire format, which distinguish subscriber groups.
    ///
    /// A class, because each subscriber copies it several times.
    final class Identity: Hashable, Sendable {
        let selector: Selector
        let form: WireFormat

        init(selector: Selector, form: WireFormat) { (self.selector, self.form) = (selector, form) }

        static func == (one: Identity, other: Identity) -> Bool {
            one === other || (one.form == other.form && one.selector == other.selector)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(selector)
            hasher.combine(form)
        }
    }

    /// The selector and wire format.
    let identity: Identity
    /// Whether unread changes are conflated into one per record.
    let joins: Bool
    /// The interval between heartbeats; `nil` for none.
    let heartbeat: Duration?

    /// Creates the options of a subscription.
    ///
    /// - Parameters:
    ///   - selector: The changes to send.
    ///   - form: The wire format of events.
    ///   - joins: Whether unread changes are conflated into one per record.
    ///   - heartbeat: The interval between heartbeats; `nil` for none.
    package init(selector: Selector, form: WireFormat, joins: Bool = false, heartbeat: Duration? = nil) {
        identity = Identity(selector: selector, form: form)
        self.joins = joins
        self.heartbeat = heartbeat
    }

    /// The wire format of events.
    package var form: WireFormat { identity.form }
}
