import CSystemd

/// The settings of the C library's memory allocation.
public enum Memory {
    /// Limits malloc to one arena, because the few threads rarely allocate concurrently; call it before any
    /// thread is created.
    ///
    /// Source: mallopt(3), M_ARENA_MAX.
    public static func share() {
        // This succeeds for every value above 0; failure would only waste memory.
        _ = mallopt(M_ARENA_MAX, 1)
    }

    /// Returns free memory to the system.
    ///
    /// Source: malloc_trim(3).
    public static func giveBack() {
        // Whether any memory was released does not matter.
        _ = malloc_trim(0)
    }
}
