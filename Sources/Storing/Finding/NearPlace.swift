extension Finder {
    /// The end of a page of records by distance.
    ///
    /// The next page begins at that distance instead of counting the places of all previous pages, so each
    /// page costs the same. Places at about that distance are identified by their entries, because their
    /// order may differ the next time.
    public struct NearPlace: Hashable, Sendable {
        /// The distance of the farthest examined place, as a haversine; -1 before the first.
        fileprivate(set) var farthest = -1.0
        /// The examined entries at about that distance.
        fileprivate(set) var entries: Set<Int64> = []
        /// The number of places that were examined so far.
        fileprivate var examined = 0

        /// Whether as many places were examined as for a page of small records.
        public var isWide: Bool { examined >= Finder.places }

        /// The lower bound on the distance of places not yet examined, as a haversine.
        ///
        /// R*Tree visits places by distance, except for rounding errors in the boxes around them.
        var nearest: Double { farthest * (1 - 1e-9) - 1e-18 }
    }
}

/// The places that are examined for one page.
struct NearPass {
    /// The number of places examined for the first time.
    private(set) var count = 0
    private let start: Finder.NearPlace
    private var farthest: Double
    private var looked: [(id: Int64, share: Double)] = []

    init(after place: Finder.NearPlace) {
        start = place
        farthest = place.farthest
    }

    /// Records a place with the haversine of its distance.
    ///
    /// - Returns: Whether no previous page examined it.
    mutating func add(_ id: Int64, share: Double) -> Bool {
        looked.append((id, share))
        guard !start.entries.contains(id) else { return false }
        count += 1
        farthest = max(farthest, share)
        return true
    }

    /// The end of the page.
    var end: Finder.NearPlace {
        var place = Finder.NearPlace(farthest: farthest)
        place.examined = start.examined + count
        let bound = place.nearest
        // The next page may visit entries of the previous page again, unless all are nearer by now.
        if start.farthest >= bound { place.entries = start.entries }
        place.entries.formUnion(looked.lazy.filter { $0.share >= bound }.map(\.id))
        return place
    }
}
