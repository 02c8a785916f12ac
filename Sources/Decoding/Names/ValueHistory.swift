import Records

/// The values of a name in the documents of a provider so far, and whether a further one would be news.
///
/// A further value is news if the name is an enumeration whose values are known: in 20 documents, 100 new
/// records had at most 16 short texts, each of them ten times and on three days, and the last of them came
/// within the first half of the time. If some values are rare, others are to be expected (the estimator of
/// Good and Turing): the weather brings them, and not a change of the provider.
struct ValueHistory: Hashable, Sendable {
    /// The number of documents, and of new records in them, before which no value is new.
    static let fewestDocuments = 20
    static let fewestRecords = 100
    /// The number of new records with each known value, and of the days on which it was seen.
    static let fewestUses = 10
    static let fewestDays = 3

    /// A value, with the counts of the documents and records that have it.
    struct Value: Hashable, Sendable {
        let text: String
        /// The time of the first document that had it.
        let first: UTC
        var documents = 0
        var records = 0
        /// The least number of different records that had it.
        var uses = 0
        /// The number of days (UTC) on which it was seen, and the last of them.
        var days = 0
        var lastDay = 0
        /// The number of the last document that had it, and of the records there.
        var lastDocument = 0
        var lastRecords = 0
        /// Whether it was reported as new.
        var isReported = false
    }

    /// Whether the name is no enumeration; its values are forgotten then.
    private(set) var isOpen = false
    /// The values in the order of their first occurrence.
    var values: [Value] = []
    /// The number of documents with values, and the least number of different records in them.
    var documents = 0
    var records = 0
    /// The number of documents in which several records have a value, and of those in which a value repeats.
    var shared = 0
    var repeated = 0

    /// Creates the history of a name without values.
    init() {}

    /// Creates the history of a name that is no enumeration.
    static var open: ValueHistory {
        var history = ValueHistory()
        history.isOpen = true
        return history
    }

    /// Adds the values of the next document.
    ///
    /// - Parameters:
    ///   - next: The values; a document without any is ignored.
    ///   - unchanged: The number of records of the document that the one before had likewise.
    ///   - moment: The time of the document.
    ///   - isNews: Returns whether a value that is new is to be reported.
    /// - Returns: The values to report; each is returned once.
    mutating func add(
        _ next: ProviderValues, unchanged: Int, at moment: UTC, isNews: (String) -> Bool
    ) -> [Value] {
        guard !isOpen, next.isOpen || next.records > 0 else { return [] }
        let isSettled = isSettled(at: moment, isNews)
        let before = values.count
        for count in next.counts { add(count, unchanged, at: moment) }
        guard !next.isOpen, values.count <= ProviderValues.most else {
            self = .open
            return []
        }
        countDocument(next)
        guard isSettled else { return [] }
        for place in before..<values.count where isNews(values[place].text) {
            values[place].isReported = true
        }
        return values[before...].filter(\.isReported)
    }

    private mutating func add(_ count: ProviderValues.Count, _ unchanged: Int, at moment: UTC) {
        let known = values.firstIndex { $0.text.hasBytes(of: count.text) }
        if known == nil { values.append(Value(text: count.text, first: moment)) }
        let place = known ?? values.count - 1
        let uses = values[place].add(count.records, unchanged, inDocument: documents + 1, on: moment.day)
        records += uses
    }

    private mutating func countDocument(_ next: ProviderValues) {
        documents += 1
        guard next.records > 1 else { return }
        shared += 1
        if next.counts.contains(where: { $0.records > 1 }) { repeated += 1 }
    }

    /// Whether the values that were seen are all that are to be expected; those of this day do not count.
    ///
    /// - Parameters:
    ///   - moment: The present moment.
    ///   - isNews: Returns whether the definition does not list a value as known.
    /// - Returns: Whether a further value would be news.
    func isSettled(at moment: UTC, _ isNews: (String) -> Bool) -> Bool {
        guard !isOpen, documents >= ValueHistory.fewestDocuments, records >= ValueHistory.fewestRecords,
            // An identifier is another one in each record.
            repeated * 2 >= shared, let start = values.first?.first, start.day != moment.day
        else { return false }
        let earlier = values.filter { $0.first.day != moment.day }
        guard let last = earlier.last(where: { isNews($0.text) })?.first else { return true }
        // Each question whether a value is known costs a search of the list.
        return moment - last >= last - start
            && earlier.allSatisfy { $0.isReported || $0.isFrequent || !isNews($0.text) }
    }
}

extension ValueHistory.Value {
    /// Whether it is not rare.
    fileprivate var isFrequent: Bool {
        uses >= ValueHistory.fewestUses && days >= ValueHistory.fewestDays
    }

    /// Counts the records of a document that have it.
    ///
    /// - Returns: How many of them are new at least: those by which they are more than in the document
    ///   before, or more than the unchanged records.
    fileprivate mutating func add(
        _ count: Int, _ unchanged: Int, inDocument number: Int, on day: Int
    ) -> Int {
        let earlier = lastDocument == number - 1 ? lastRecords : 0
        let new = max(0, count - min(earlier, unchanged))
        if days == 0 || lastDay != day { days += 1 }
        documents += 1
        records += count
        uses += new
        lastDay = day
        lastDocument = number
        lastRecords = count
        return new
    }
}

extension UTC {
    /// The number of the day since 1970.
    fileprivate var day: Int { Int(microseconds / 86_400_000_000) }
}
