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
    private var byIdentifier: [String: Entry] = [:]
    private var olderByIdentifier: [String: Entry] = [:]

    /// - Parameter most: The most answers that are kept.
    init(most: Int = 500) { self.most = most }

    /// What was answered to a question; `nil` when that is not known any more.
    mutating func answer(to query: PlaceQuery, at now: UTC) -> [FoundPlace]? {
        guard let entry = recent[query] ?? older[query], entry.until > now else { return nil }
        if recent[query] == nil { keep(entry, query) }
        return entry.places
    }

    /// A place of an answer that is known, with its position; `nil` when there is none.
    func place(_ identifier: String, at now: UTC) -> FoundPlace? {
        let entry = byIdentifier[identifier] ?? olderByIdentifier[identifier]
        return entry.flatMap { $0.until > now ? $0.places.first : nil }
    }

    /// Keeps an answer until a moment.
    mutating func keep(_ places: [FoundPlace], for query: PlaceQuery, until: UTC) {
        keep(Entry(places: places, until: until), query)
    }

    private mutating func keep(_ entry: Entry, _ query: PlaceQuery) {
        if recent.count >= most / 2 {
            (older, olderByIdentifier) = (recent, byIdentifier)
            (recent, byIdentifier) = ([:], [:])
        }
        recent[query] = entry
        for place in entry.places where place.position != nil {
            guard let identifier = place.identifier else { continue }
            byIdentifier[identifier] = Entry(places: [place], until: entry.until)
        }
    }
}
