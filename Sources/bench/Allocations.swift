import CAllocations

/// What the heap holds and how often it was asked, exactly.
nonisolated enum Allocations {
    /// How often memory was asked for since the start.
    static var count: Int { allocation_count() }

    /// Bytes in use, with the allocator's own words around them.
    static var bytes: Int { allocated_bytes() }
}
