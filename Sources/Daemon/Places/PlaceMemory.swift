import Decoding
import Records

/// What a service answered lately, for as long as it may be kept; in memory only, since what people look for is
/// nobody's business.
nonisolated struct PlaceMemory {
    private struct Entry {
        let places: [FoundPlace]
        let until: UTC
    }

    /// The most answers; then all are forgotten that were not asked for again.
    private let most: Int
    private var recent: [PlaceQuery: Entry] = [:]
    private var older: [PlaceQuery: Entry] = [:]
    private var byReference: [String: Entry] = [:]
    private var olderByReference: [String: Entry] = [:]

    /// - Parameter most: The most answers that are kept.
    init(most: Int = 500) { self.most = most }

    /// What was answered to a question; `nil` when that is not known any more.
    mutating func answer(to query: PlaceQuery, at now: UTC) -> [FoundPlace]? {
        guard let entry = recent[query] ?? older[query], entry.until > now else { return nil }
        if recent[query] == nil { keep(entry, query) }
        return entry.places
    }

    /// A place of an answer that is known, with its position; `nil` when there is none.
    func place(_ reference: String, at now: UTC) -> FoundPlace? {
        let entry = byReference[reference] ?? olderByReference[reference]
        return entry.flatMap { $0.until > now ? $0.places.first : nil }
    }

    /// Keeps an answer until a moment.
    mutating func keep(_ places: [FoundPlace], for query: PlaceQuery, until: UTC) {
        keep(Entry(places: places, until: until), query)
    }

    private mutating func keep(_ entry: Entry, _ query: PlaceQuery) {
        if recent.count >= most / 2 {
            (older, olderByReference) = (recent, byReference)
            (recent, byReference) = ([:], [:])
        }
        recent[query] = entry
        for place in entry.places where place.position != nil {
            guard let reference = place.reference else { continue }
            byReference[reference] = Entry(places: [place], until: entry.until)
        }
    }
}
