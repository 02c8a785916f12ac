package import Records

/// The names in the documents of a provider so far, and which of them are new or have vanished.
///
/// A name is new if a document has it, and none of at least 20 earlier ones. It has vanished if all records
/// of at least 20 documents in succession, with at least 100 records, had it, and none of the last three
/// documents has it: a member that comes and goes is no news.
package struct NameHistory: Hashable, Sendable {
    /// The number of documents before which no name is new.
    static let learning = 20
    /// The number of records without exception before which no name has vanished.
    static let fewestRecords = 100
    /// The number of documents that lack a name that has vanished.
    static let absence = 3
    /// The time for which a change is listed.
    static let listing: Duration = .seconds(14 * 86_400)

    /// A name, with the counts of the documents and records that have it, and of the documents that lack it.
    struct Entry: Hashable, Sendable {
        let name: String
        /// The number of documents and records that had it.
        var documents = 0
        var records = 0
        /// The number of the last document that had it.
        var lastDocument = 0
        /// The last documents in succession, and their records, all of which had it.
        var steadyDocuments = 0
        var steadyRecords = 0
        /// The number of documents since then that lack it, and the time of the first of them.
        var missing = 0
        var missingSince: UTC?
        /// The time at which it was last reported; `nil` if it never was.
        var reported: UTC?
        var news: News?
        var values = ValueHistory()

        /// Whether its absence would be news.
        var isSteady: Bool {
            steadyDocuments >= NameHistory.learning && steadyRecords >= NameHistory.fewestRecords
        }
    }

    /// A change of a name.
    struct News: Hashable, Sendable {
        let kind: NameChange.Kind
        let since: UTC
        /// The number of the first document with the change.
        let document: Int
        var isReported = false
        /// The name that is new in the same place; `nil` if there is none, or several.
        var instead: String?
    }

    /// An identification of the provider and of how its documents are read: with others, nothing is known.
    let origin: String
    /// The number of documents with records.
    var documents = 0
    /// Whether there were more names than are kept, so that nothing is known to be new.
    package internal(set) var isFull = false
    var entries: [Entry] = []
    var places: [ByteKey: Int] = [:]

    /// Creates the history of a provider without documents.
    package init(of origin: String) { self.origin = origin }

    /// Adds the names of the next document; one without records is ignored.
    ///
    /// - Parameters:
    ///   - names: The names.
    ///   - moment: The time of the document.
    ///   - known: The names that are no news.
    /// - Returns: The changes to report, sorted by name; each is returned once.
    package mutating func add(
        _ names: ProviderNames, at moment: UTC, known: KnownNames = KnownNames()
    ) -> [NameChange] {
        guard names.records > 0 else { return [] }
        let isTaught = documents >= NameHistory.learning && !isFull
        documents += 1
        isFull = isFull || names.isFull
        for (name, records, _) in names.counts {
            if let place = places[ByteKey(name)] {
                count(records, of: names.records, at: place)
            } else {
                insert(name, records, of: names.records, moment, isNew: isTaught && !known.contains(name))
            }
        }
        if !names.isFull { for place in entries.indices { countAbsence(at: place, moment, known) } }
        return report(at: moment, known)
    }

    /// Counts records of a document with a name that was seen before.
    private mutating func count(_ records: Int, of all: Int, at place: Int) {
        entries[place].documents += 1
        entries[place].records += records
        entries[place].lastDocument = documents
        if entries[place].news?.kind == .vanished { entries[place].news = nil }
        if records < all || entries[place].missing > 0 {
            entries[place].steadyDocuments = 0
            entries[place].steadyRecords = 0
        }
        entries[place].missing = 0
        entries[place].missingSince = nil
        guard records == all else { return }
        entries[place].steadyDocuments += 1
        entries[place].steadyRecords += records
    }

    private mutating func insert(_ name: String, _ records: Int, of all: Int, _ moment: UTC, isNew: Bool) {
        guard entries.count < ProviderNames.most else {
            isFull = true
            return
        }
        places[ByteKey(name)] = entries.count
        entries.append(Entry(name: name))
        count(records, of: all, at: entries.count - 1)
        guard isNew else { return }
        entries[entries.count - 1].news = News(kind: .new, since: moment, document: documents)
    }

    /// Counts the present document if it lacks a name.
    private mutating func countAbsence(at place: Int, _ moment: UTC, _ known: KnownNames) {
        guard entries[place].lastDocument != documents else { return }
        entries[place].missing += 1
        let since = entries[place].missingSince ?? moment
        entries[place].missingSince = since
        guard entries[place].missing == NameHistory.absence, entries[place].isSteady,
            !known.contains(entries[place].name)
        else { return }
        let wasReported = entries[place].reported.map { moment - $0 < NameHistory.listing } ?? false
        entries[place].news = News(
            kind: .vanished, since: since, document: documents - NameHistory.absence + 1,
            isReported: wasReported)
    }
}
