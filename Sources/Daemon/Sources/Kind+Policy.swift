import Decoding

nonisolated extension Kind {
    /// Whether a record stays when a document does not have it: a station that is silent, an entry that scrolled off.
    var keepsAbsent: Bool {
        switch self {
        case .metar, .taf, .winds, .report, .feed: true
        case .forecast, .table, .json, .join, .places: false
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
