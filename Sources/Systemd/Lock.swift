import Glibc

/// A mutex with a condition, of pthreads, so that the thread sanitizer sees it.
nonisolated final class Lock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
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

    func whileHeld<T>(_ body: () -> T) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Wakes who waits; call it while held.
    func signal() { pthread_cond_signal(condition) }

    /// Lets the lock go until somebody signals; call it while held, in a loop.
    func wait() { pthread_cond_wait(condition, mutex) }
}
