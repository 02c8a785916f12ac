import CSystemd

/// What the C library does with the memory of the process.
public enum Memory {
    /// Has all threads take from one place: few that seldom allocate at one time need no more. Before any thread is made.
    ///
    /// Source: mallopt(3), M_ARENA_MAX.
    public static func share() {
        // Fails for no value above 0; else the process would be larger, no more.
        _ = mallopt(M_ARENA_MAX, 1)
    }

    /// Gives back to the system what is free.
    ///
    /// Source: malloc_trim(3).
    public static func giveBack() {
        // Whether there was anything does not matter.
        _ = malloc_trim(0)
    }
}
