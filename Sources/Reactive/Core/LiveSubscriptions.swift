#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Counts active subscriptions, for tests that check for leaks.
public enum LiveSubscriptions {
    /// The number of subscriptions of this thread to subjects, futures and timers that have neither completed
    /// nor been cancelled.
    public static var count: Int { counter.pointee }

    /// Adds a difference to the count.
    static func change(by difference: Int) { counter.pointee += difference }

    /// The count of this thread, allocated on first use and never freed; subjects keep the pointer.
    static var counter: UnsafeMutablePointer<Int> {
        if let known = pthread_getspecific(key) { return known.assumingMemoryBound(to: Int.self) }
        let made = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        made.initialize(to: 0)
        pthread_setspecific(key, made)
        return made
    }

    /// The key of the thread-local count: subscriptions stay on one thread, and so does their count.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "no key for a thread's count: \(status)")
        return key
    }()
}
