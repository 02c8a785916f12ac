/// Counts active subscriptions, for tests that check for leaks.
public enum LiveSubscriptions {
    /// The number of subscriptions of this thread to subjects, futures and timers that have neither completed
    /// nor been cancelled.
    public static var count: Int { counter.pointee }

    /// Adds a difference to the count.
    static func change(by difference: Int) { counter.pointee += difference }

    /// The count of this thread, allocated on first use and never freed; subjects keep the pointer.
    static var counter: UnsafeMutablePointer<Int> {
        if let known = storage.pointer { return known.assumingMemoryBound(to: Int.self) }
        let made = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        made.initialize(to: 0)
        storage.pointer = UnsafeMutableRawPointer(made)
        return made
    }

    /// The count of each thread: subscriptions stay on one thread, and so does their count.
    private static let storage = ThreadStorage()
}
