import Records

extension Finder {
    /// The end of a page of search results.
    public struct WordPlace: Hashable, Sendable {
        /// The index of the current query; the best query is the first.
        var question = 0
        /// The last entry of the current matches.
        var id: Int64 = 0
        /// The current matches that were not examined yet, in order.
        var pending: ArraySlice<Int64> = []
        /// Whether the current matches are the last ones of the query.
        var isLast = false
    }

    /// Returns the next records that contain all words, whole or as prefixes, best match first.
    ///
    /// Records whose title or key contains the whole words come first, then those whose title or key contains
    /// words with these prefixes; then, in the same order, records that contain them anywhere. Within these
    /// groups the shorter title comes first, among the first matches of a page: 20 for each wanted record,
    /// but from 200 to 400. Case and accents are ignored.
    ///
    /// - Parameters:
    ///   - words: The words to find.
    ///   - isOfNames: Whether to search only titles and keys.
    ///   - place: The end of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of records.
    ///   - isFrom: Whether to include the records of a source, given its name.
    ///   - wants: Whether to include a record.
    /// - Returns: The records, possibly none even though others follow, and the end of the page; `nil` at
    ///   the end.
    /// - Throws: `StoreError` if the database cannot be read or a record is damaged.
    public func find(
        _ words: Words, isOfNames: Bool = false, after place: WordPlace? = nil, limit: Int,
        from isFrom: @escaping (String) -> Bool = { _ in true },
        where wants: (StoredRecord) -> Bool = { _ in true }
    ) throws(StoreError) -> (found: [StoredRecord], next: WordPlace?) {
        var sources = SourceNames(isFrom)
        return try find(words, isOfNames, after: place, limit: limit) { (id) throws(StoreError) in
            guard let stored = try record(of: id, &sources) else { return (nil, 0) }
            return (wants(stored) ? stored : nil, stored.record.data.count)
        }
    }

    /// Returns what `look` finds in the next matches: it examines an entry and returns the amount of data
    /// read.
    func find<Found>(
        _ words: Words, _ isOfNames: Bool, after place: WordPlace?, limit: Int,
        _ look: (Int64) throws(StoreError) -> (found: Found?, bytes: Int)
    ) throws(StoreError) -> (found: [Found], next: WordPlace?) {
        guard !words.isEmpty else { return ([], nil) }
        let questions = words.questions(isOfNames: isOfNames)
        let size = min(max(Finder.fewestMatches, Finder.matchesEach * limit), Finder.mostMatches)
        var found: [Found] = []
        var place = place ?? WordPlace()
        return try reading { () throws(StoreError) in
            var (rest, room) = (size, Finder.mostBytes)
            while place.question < questions.count, found.count < limit, rest > 0, room > 0 {
                try fill(&place, from: questions, size: size)
                while found.count < limit, room > 0, let id = place.pending.popFirst() {
                    let match = try look(id)
                    if let one = match.found { found.append(one) }
                    room -= match.bytes
                    rest -= 1
                }
                if place.pending.isEmpty, place.isLast { place = WordPlace(question: place.question + 1) }
            }
            return (found, place.question < questions.count ? place : nil)
        }
    }

    /// Reads the next matches of a query, unless some were not examined yet.
    private func fill(
        _ place: inout WordPlace, from questions: [String], size: Int
    ) throws(StoreError) {
        guard place.pending.isEmpty, !place.isLast else { return }
        let page = try page(questions[place.question], after: place.id, size: size)
        place.pending = page.ids[...]
        place.id = page.last
        place.isLast = page.ids.count < size
    }

    /// The number of matches examined for each wanted record.
    private static let matchesEach = 20
    /// The minimum for a page, since most matches may not be wanted.
    private static let fewestMatches = 200
    /// The maximum number of matches examined for a page, so that other calls are served in between; a page
    /// takes 1 to 5 ms.
    private static let mostMatches = 400
    /// The amount of data, in bytes, after which no further record is examined for a page.
    static let mostBytes = 1 << 18

    /// Returns the next matches of a query, the shortest title first.
    private func page(
        _ question: String, after id: Int64, size: Int
    ) throws(StoreError) -> (ids: [Int64], last: Int64) {
        let rows = try statements.words.all(.text(question), .int(id), .count(size)) { row in
            (id: row.int(0), length: row.int(1))
        }
        let sorted = rows.sorted { ($0.length, $0.id) < ($1.length, $1.id) }
        return (sorted.map(\.id), rows.last?.id ?? id)
    }

    /// Returns the current record of an entry; `nil` when the record was removed or its source is excluded.
    func record(of id: Int64, _ sources: inout SourceNames) throws(StoreError) -> StoredRecord? {
        try statements.record.first(.int(id)) { row throws(StoreError) in
            try sources.name(of: row.int(11), statements).map { (name) throws(StoreError) in
                try StoredRecord(row, of: name)
            }
        } ?? nil
    }
}

/// The names of the included sources, by their numbers.
struct SourceNames {
    private let isWanted: (String) -> Bool
    private var names: [Int64: String?] = [:]

    init(_ isWanted: @escaping (String) -> Bool) { self.isWanted = isWanted }

    /// Returns the name of a source; `nil` when the source is excluded or was removed.
    mutating func name(of source: Int64, _ statements: FindStatements) throws(StoreError) -> String? {
        if let known = names[source] { return known }
        let name = try statements.sourceName.first(.int(source)) { $0.text(0) ?? "" }
        let wanted = name.flatMap { isWanted($0) ? $0 : nil }
        names[source] = .some(wanted)
        return wanted
    }
}
