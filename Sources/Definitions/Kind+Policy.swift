import Decoding

nonisolated extension Kind {
    /// The default retention of records that a document no longer contains, such as those of a silent station
    /// or an entry that left a feed.
    var keep: RetentionPolicy {
        switch self {
        case .metar, .taf, .winds, .report: .all
        case .feed: RetentionPolicy(count: 1000)
        case .forecast, .table, .json, .join, .places: .none
        }
    }

    /// Whether the newer of two reports wins, whichever document contains it.
    package var hasNewest: Bool {
        if case .greatestWins = merging { true } else { false }
    }

    /// Whether all records should have the same members, so that a difference is worth reporting.
    package var hasShape: Bool { self == .table || self == .json }

    /// Whether a web page is never a valid document of this kind.
    package var excludesHTML: Bool { self != .feed }
}
