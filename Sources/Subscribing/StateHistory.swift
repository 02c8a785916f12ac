/// The sources whose states were sent, so that a subscriber that missed one can be sent the current state.
nonisolated struct StateHistory {
    private struct Notice {
        /// The number of states sent up to and including this one.
        let order: Int
        /// The number of the log's last change at that time.
        let end: Int64
    }

    /// The number of states sent.
    private(set) var count = 0
    private var notices: [String: Notice] = [:]
    /// The number of the log's last change when the last state was sent.
    private var lastEnd = Int64.min
    /// The encoded current states of sources, valid until the next state is sent.
    private var events: [String: [UInt8]] = [:]
    private var eventsAfter: Int64 = 0

    /// Records that the state of a source was sent.
    mutating func record(_ name: String, at end: Int64) {
        count += 1
        lastEnd = end
        notices[name] = Notice(order: count, end: end)
        events = [:]
    }

    /// Returns the sources whose states were sent after this many others, while the log had reached this
    /// number; sorted.
    func names(after order: Int, since number: Int64) -> [String] {
        guard lastEnd >= number else { return [] }
        return notices.filter { $0.value.order > order && $0.value.end >= number }.map(\.key)
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Returns the cached event for subscribers that received changes up to a number.
    func event(of name: String, after number: Int64) -> [UInt8]? {
        number == eventsAfter ? events[name] : nil
    }

    /// Caches an event for further subscribers that received changes up to the same number.
    mutating func remember(_ event: [UInt8], of name: String, after number: Int64) {
        if number != eventsAfter {
            events = [:]
            eventsAfter = number
        }
        events[name] = event
    }
}
