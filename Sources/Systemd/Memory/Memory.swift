import CSystemd

/// The settings of the C library's memory allocation.
public enum Memory {
    /// Limits malloc to two arenas, so that the loop and a worker rarely wait for each other; call it before
    /// any thread is created. With an arena for each thread, as usual, memory that one of them released would
    /// be of no use to the others.
    ///
    /// Source: mallopt(3), M_ARENA_MAX.
    public static func share() {
        // This succeeds for every value above 0; failure would only waste memory.
        _ = mallopt(M_ARENA_MAX, 2)
    }

    /// Returns free memory to the system.
    ///
    /// Source: malloc_trim(3).
    public nonisolated static func giveBack() {
        // Whether any memory was released does not matter.
        _ = malloc_trim(0)
    }
}
