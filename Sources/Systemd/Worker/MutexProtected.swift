import Glibc

/// A value that several threads share, guarded by a mutex and a condition variable of pthreads,
/// which the thread sanitizer understands.
///
/// This is the only place with a lock and with a promise that the compiler cannot check: `value` is accessed
/// only while the mutex is held.
package nonisolated final class MutexProtected<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    /// Makes a guarded value.
    package init(_ value: sending Value) {
        self.value = value
        // With default attributes neither call can fail, see pthread_mutex_init(3) and pthread_cond_init(3).
        _ = pthread_mutex_init(mutex, nil)
        _ = pthread_cond_init(condition, nil)
    }

    deinit {
        _ = pthread_cond_destroy(condition)
        _ = pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` with exclusive access to the value.
    ///
    /// Call `signal` afterwards, not within `body`: a thread that wakes up earlier would block on the mutex,
    /// whose holder may have to wait for a processor.
    package func whileHeld<T>(_ body: (inout Value) -> T) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Waits until `find` returns a result; each `signal` causes another call.
    func wait<T>(for find: (inout Value) -> T?) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        // Each iteration borrows the value again: while this thread waits, others access it.
        while true {
            if let found = find(&value) { return found }
            pthread_cond_wait(condition, mutex)
        }
    }

    /// Waits like `wait`, but only for a short time; the limit is not exact, because the clock may be set
    /// meanwhile.
    ///
    /// - Returns: `nil` when `find` returned nothing in time.
    func wait<T>(atMost limit: Duration, for find: (inout Value) -> T?) -> T? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        if let found = find(&value) { return found }
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        let nanoseconds = end.tv_nsec + Int(limit.components.attoseconds / 1_000_000_000)
        end.tv_sec += Int(limit.components.seconds) + nanoseconds / 1_000_000_000
        end.tv_nsec = nanoseconds % 1_000_000_000
        // After an early or spurious wake-up, the caller asks again.
        _ = pthread_cond_timedwait(condition, mutex, &end)
        return find(&value)
    }

    /// Wakes the waiting thread, which then looks again.
    func signal() { pthread_cond_signal(condition) }
}
