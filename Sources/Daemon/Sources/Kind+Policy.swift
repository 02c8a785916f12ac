import Decoding

nonisolated extension Kind {
    /// Which records stay that a document does not have, where the definition does not say: a station that is silent,
    /// an entry that scrolled off.
    var keep: Keep {
        switch self {
        case .metar, .taf, .winds, .report: .all
        case .feed: Keep(count: 1000)
        case .forecast, .table, .json, .join, .places: .none
        }
    }

    /// Whether of two reports the newer counts, whichever document it stood in.
    var hasNewest: Bool {
        if case .greatestWins = merging { true } else { false }
    }

    /// Whether all its records should have the same members, so that others are news.
    var hasShape: Bool { self == .table || self == .json }

    /// Whether a web page can never be one of its documents.
    var excludesHTML: Bool { self != .feed }
}
