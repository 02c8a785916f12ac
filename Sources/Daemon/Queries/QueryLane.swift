/// The lanes of waiting queries; each lane gets the same share of the worker.
///
/// A search takes many slices, and short queries of the same user do not wait for it.
nonisolated enum QueryLane: Int, CaseIterable {
    /// Short queries of root and the group.
    case reservedReading
    /// Long queries of root and the group.
    case reservedSearching
    /// Short queries of all other users.
    case reading
    /// Long queries of all other users.
    case searching
    /// Pages of subscribers' snapshots and missed changes.
    case catchUp

    /// Returns the lane of a call.
    init(_ effort: QueryEffort, isReserved: Bool) {
        self =
            switch effort {
            case .reading: isReserved ? .reservedReading : .reading
            case .searching: isReserved ? .reservedSearching : .searching
            }
    }
}

/// The expected amount of work of a call.
nonisolated enum QueryEffort {
    /// One slice or a few.
    case reading
    /// A number of slices that depends on the number of records or changes.
    case searching
}
