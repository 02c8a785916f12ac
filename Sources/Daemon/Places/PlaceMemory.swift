import Places
import Records

/// A cache of a service's recent answers, for as long as they may be kept. It is in memory only, to protect
/// the privacy of users.
nonisolated struct PlaceMemory {
    private struct Entry {
        let places: [FoundPlace]
        let until: UTC
    }

    /// The maximum number of answers; beyond it, answers that were not requested again are discarded.
    private let most: Int
    private var recent: [PlaceQuery: Entry] = [:]
    private var older: [PlaceQuery: Entry] = [:]
    private var byReference: [String: Entry] = [:]
    private var olderByReference: [String: Entry] = [:]

    /// Creates an empty cache.
    ///
    /// - Parameter most: The maximum number of answers.
    init(most: Int = 500) { self.most = most }

    /// Returns the cached answer to a query; `nil` if there is none.
    mutating func answer(to query: PlaceQuery, at now: UTC) -> [FoundPlace]? {
        guard let entry = recent[query] ?? older[query], entry.until > now else { return nil }
        if recent[query] == nil { keep(entry, for: query) }
        return entry.places
    }

    /// Returns a cached place with its position; `nil` if there is none.
    func place(_ reference: String, at now: UTC) -> FoundPlace? {
        let entry = byReference[reference] ?? olderByReference[reference]
        return entry.flatMap { $0.until > now ? $0.places.first : nil }
    }

    /// Caches an answer until a moment.
    mutating func keep(_ places: [FoundPlace], for query: PlaceQuery, until: UTC) {
        keep(Entry(places: places, until: until), for: query)
    }

    private mutating func keep(_ entry: Entry, for query: PlaceQuery) {
        if recent.count >= most / 2 {
            older = recent
            olderByReference = byReference
            recent = [:]
            byReference = [:]
        }
        recent[query] = entry
        for place in entry.places where place.position != nil {
            guard let reference = place.reference else { continue }
            byReference[reference] = Entry(places: [place], until: entry.until)
        }
    }
}
