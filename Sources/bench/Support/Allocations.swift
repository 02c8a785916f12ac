import CAllocations

/// Exact counts of the heap's contents and of allocations.
nonisolated enum Allocations {
    /// The number of allocations since the start.
    static var count: Int { allocation_count() }

    /// The bytes in use, including the allocator's own overhead.
    static var bytes: Int { allocated_bytes() }
}
