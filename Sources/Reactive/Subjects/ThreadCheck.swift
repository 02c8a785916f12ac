#if DEBUG
    import Synchronization

    /// Finds threads that use a subject at the same time, in debug builds: a subject takes no locks, and
    /// would crash later and elsewhere.
    final class ThreadCheck {
        /// The thread that uses the subject now; 0 for none.
        private let user = Atomic<UInt>(0)

        /// Records the use by this thread; returns whether it is not within another one.
        func enter(_ name: () -> String) -> Bool {
            let (isFree, user) = user.compareExchange(
                expected: 0, desired: ThreadCheck.thread, ordering: .acquiringAndReleasing)
            if isFree { return true }
            if user == ThreadCheck.thread { return false }
            fatalError("two threads use \(name()) at the same time; send to it on one thread only")
        }

        func leave() { user.store(0, ordering: .releasing) }

        /// A number that identifies this thread.
        private static var thread: UInt { UInt(bitPattern: LiveSubscriptions.counter) }
    }
#endif

extension Roster {
    /// Records that this thread uses the subject. Debug builds end the program if another thread uses it at
    /// the same time.
    ///
    /// - Returns: Whether the caller must call `leaveUse`.
    @usableFromInline
    final func enterUse() -> Bool {
        #if DEBUG
            return check.enter { title }
        #else
            return false
        #endif
    }

    /// Records that this thread no longer uses the subject.
    @usableFromInline
    final func leaveUse() {
        #if DEBUG
            check.leave()
        #endif
    }
}
