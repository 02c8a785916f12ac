#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Counts what is subscribed, for tests that look for leaks.
public enum LiveSubscriptions {
    /// How many subscriptions to subjects, futures and timers of this thread have neither ended nor been cancelled.
    public static var count: Int {
        Int(bitPattern: pthread_getspecific(key))
    }

    /// Notes that subscriptions began or ended.
    static func change(by difference: Int) {
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: count + difference))
    }

    /// The place of this thread's count: the layer knows one thread, and so does its count.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "no key for a thread's count: \(status)")
        return key
    }()
}
