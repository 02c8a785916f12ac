extension Finder {
    /// Where a page of what was found by words ends.
    public struct WordPlace: Hashable, Sendable {
        /// Which of the questions, from the best on.
        var question = 0
        /// The last entry that was looked at.
        var id: Int64 = 0
    }

    /// The next of the records that hold all words, as they are or as beginnings, the best first.
    ///
    /// First come those whose title or key has the words as they are, then those in which they begin words
    /// of title or key; then, in the same order, those that have them anywhere. Among these the shorter
    /// title comes first, among the first 400 of a page. Letters are equal without regard to case and
    /// accents.
    ///
    /// - Parameters:
    ///   - words: What to find.
    ///   - isOfNames: Whether only titles and keys count.
    ///   - place: Where the page before ended; `nil` for the first one.
    ///   - limit: The most records.
    ///   - isFrom: Whether records of a source are wanted, by name.
    ///   - wants: Whether a record is wanted.
    /// - Returns: The records, none as well when others follow, and where the page ends; `nil` at the end
    ///   of all.
    /// - Throws: When the database cannot be read or a record is damaged.
    public func find(
        _ words: Words, isOfNames: Bool = false, after place: WordPlace? = nil, limit: Int,
        from isFrom: @escaping (String) -> Bool = { _ in true },
        where wants: (StoredRecord) -> Bool = { _ in true }
    ) throws(StoreError) -> (found: [StoredRecord], next: WordPlace?) {
        guard !words.isEmpty else { return ([], nil) }
        let questions = words.questions(isOfNames: isOfNames)
        var (found, place, sources): ([StoredRecord], WordPlace, SourceNames) = (
            [], place ?? WordPlace(), SourceNames(isFrom)
        )
        return try reading { () throws(StoreError) in
            while place.question < questions.count, found.count < limit {
                let page = try page(questions[place.question], after: place.id)
                for id in page.ids where found.count < limit {
                    if let stored = try record(of: id, &sources), wants(stored) { found.append(stored) }
                }
                place.id = page.last
                guard page.ids.count < Finder.page else { return (found, place) }
                place = WordPlace(question: place.question + 1)
            }
            return (found, place.question < questions.count ? place : nil)
        }
    }

    /// How many matches are looked at before others have their turn: about 1 ms.
    private static let page = 400

    /// The next matches of a question, the shortest title first.
    private func page(_ question: String, after id: Int64) throws(StoreError) -> (ids: [Int64], last: Int64) {
        let rows = try statements.words.all(.text(question), .int(id), .count(Finder.page)) { row in
            (id: row.int(0), length: row.int(1))
        }
        let sorted = rows.sorted { ($0.length, $0.id) < ($1.length, $1.id) }
        return (sorted.map(\.id), rows.last?.id ?? id)
    }

    /// Does `body` seeing one state of the store and of its indexes.
    func reading<T>(_ body: () throws(StoreError) -> T) throws(StoreError) -> T {
        try sound { () throws(StoreError) in try store.connection.reading(body) }
    }

    /// The record of an entry as it is now; `nil` when it is no more, or of no source that is wanted.
    func record(of id: Int64, _ sources: inout SourceNames) throws(StoreError) -> StoredRecord? {
        let entry = try statements.entry.first(.int(id)) { (source: $0.int(0), key: $0.text(1) ?? "") }
        guard let entry, let name = try sources.name(of: entry.source, statements) else { return nil }
        return try store.stored(entry.key, in: SourceRow(id: entry.source, name: name))?.record
    }
}

/// The names of sources by their numbers, those that are wanted.
struct SourceNames {
    private let isWanted: (String) -> Bool
    private var names: [Int64: String?] = [:]

    init(_ isWanted: @escaping (String) -> Bool) { self.isWanted = isWanted }

    /// The name; `nil` when the source is not wanted or no more.
    mutating func name(of source: Int64, _ statements: FindStatements) throws(StoreError) -> String? {
        if let known = names[source] { return known }
        let name = try statements.sourceName.first(.int(source)) { $0.text(0) ?? "" }
        let wanted = name.flatMap { isWanted($0) ? $0 : nil }
        names[source] = .some(wanted)
        return wanted
    }
}
