import Glibc

/// A value that the loop shares with another thread, and what guards it: a mutex and a condition of pthreads, so that
/// the thread sanitizer sees them.
///
/// The one place with a lock, and with a promise that the compiler cannot check: `value` is touched with the mutex held.
nonisolated final class Guarded<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: sending Value) {
        self.value = value
        // With default attributes neither can fail, see pthread_mutex_init(3) and pthread_cond_init(3).
        _ = pthread_mutex_init(mutex, nil)
        _ = pthread_cond_init(condition, nil)
    }

    deinit {
        _ = pthread_cond_destroy(condition)
        _ = pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Does `body` while nobody else touches the value.
    ///
    /// Whoever is to be woken for it is woken afterwards: else he finds the mutex held, by a thread that may have to
    /// wait for a processor.
    func whileHeld<T>(_ body: (inout Value) -> T) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Waits until `find` finds something in the value; after each `signal` it is asked again.
    func wait<T>(for find: (inout Value) -> T?) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        // Borrowed anew each time: while this waits, others have the value.
        while true {
            if let found = find(&value) { return found }
            pthread_cond_wait(condition, mutex)
        }
    }

    /// Has who waits look again.
    func signal() { pthread_cond_signal(condition) }
}
