/// The current stage of indexing.
enum IndexStage: Int64 {
    /// Follows the log.
    case following
    /// Scans the records for those without an entry.
    case adding = 2
    /// Follows the log from far behind.
    case catchingUp
    /// Follows the log, and merges the segments that indexing from far behind has left.
    case merging
}

/// The progress of the indexes.
struct IndexProgress {
    /// The number of the last change that was followed, or after which following will begin.
    var number: Int64
    var stage: IndexStage
    /// The row of the last record that was examined while all are scanned.
    var id: Int64

    /// The last row that was examined in this stage.
    var place: Int64 {
        get { stage == .adding ? id : number }
        set { if stage == .adding { id = newValue } else { number = newValue } }
    }

    /// Moves to the next stage.
    ///
    /// - Returns: Whether indexing is no longer behind.
    mutating func turn() -> Bool {
        let wasMerging = stage == .merging
        switch stage {
        case .adding: stage = .catchingUp
        case .catchingUp: stage = .merging
        case .merging, .following: stage = .following
        }
        return wasMerging
    }
}
