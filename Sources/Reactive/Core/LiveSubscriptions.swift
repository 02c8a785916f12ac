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
    public static var count: Int { counter.pointee }

    /// Notes that subscriptions began or ended.
    static func change(by difference: Int) { counter.pointee += difference }

    /// This thread's count, made when it is first needed and never given back: subjects keep it at hand.
    static var counter: UnsafeMutablePointer<Int> {
        if let known = pthread_getspecific(key) { return known.assumingMemoryBound(to: Int.self) }
        let made = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        made.initialize(to: 0)
        pthread_setspecific(key, made)
        return made
    }

    /// The place of a thread's count: the layer knows one thread, and so does its count.
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "no key for a thread's count: \(status)")
        return key
    }()
}
