#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A pointer for each thread, `nil` at first; what it points to is not freed with the thread.
///
/// Source: pthread_key_create(3).
struct ThreadStorage {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "no key for the storage of threads: \(status)")
        self.key = key
    }

    /// The pointer of this thread.
    var pointer: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        nonmutating set { pthread_setspecific(key, newValue) }
    }
}
