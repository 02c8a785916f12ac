#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Ends the program with a message before nested publishers overflow the stack.
///
/// Publishers within publishers need stack at each level, to subscribe and again for each value: three
/// quarters of a thread's stack are left for the values.
@usableFromInline
enum StackLimit {
    /// Checks the stack of this thread; called by type-erased publishers, without which no nesting is
    /// endless.
    @usableFromInline
    static func check() {
        var here: UInt8 = 0
        let position = withUnsafeMutablePointer(to: &here) { UInt(bitPattern: $0) }
        if position < limit { overflow() }
    }

    /// The lowest position at which a subscription may begin; 1 if the stack is unknown.
    private static var limit: UInt {
        if let known = storage.pointer { return UInt(bitPattern: known) }
        let (lowest, size) = stack()
        let limit = max(lowest + size / 4 * 3, 1)
        storage.pointer = UnsafeMutableRawPointer(bitPattern: limit)
        return limit
    }

    private static func overflow() -> Never {
        fatalError(
            """
            publishers are nested too deeply for the stack of this thread, \(stack().size / 1_024) KiB; \
            append, prepend, merge, retry and flatMap(maxPublishers: .max(1)) in a loop need no nesting
            """)
    }

    /// Returns the lowest address and the size of this thread's stack; zeros if they are unknown.
    private static func stack() -> (lowest: UInt, size: UInt) {
        #if canImport(Darwin)
            let size = UInt(pthread_get_stacksize_np(pthread_self()))
            return (UInt(bitPattern: pthread_get_stackaddr_np(pthread_self())) - size, size)
        #else
            var attributes = pthread_attr_t()
            guard let read = attributesOfThread, read(pthread_self(), &attributes) == 0 else { return (0, 0) }
            defer { pthread_attr_destroy(&attributes) }
            var lowest: UnsafeMutableRawPointer?
            var size = 0
            guard pthread_attr_getstack(&attributes, &lowest, &size) == 0 else { return (0, 0) }
            return (UInt(bitPattern: lowest), UInt(size))
        #endif
    }

    #if !canImport(Darwin)
        private typealias ReadAttributes =
            @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

        /// `pthread_getattr_np`, which the C library has but does not declare for Swift.
        private static let attributesOfThread =
            dlsym(nil, "pthread_getattr_np").map { unsafeBitCast($0, to: ReadAttributes.self) }
    #endif

    /// The limit of each thread, as a pointer.
    private static let storage = ThreadStorage()
}
