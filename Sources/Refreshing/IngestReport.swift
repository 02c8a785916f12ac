import Decoding
import Fetching
import Records
import Storing

/// The result of an ingest for one source: the facts of the document, and what it changed.
package nonisolated struct IngestReport: Sendable {
    /// The numbers of records that were added, changed and removed.
    private(set) var counts: [Change.Kind: Int] = [:]
    /// The times that the first new or changed records state for their publication.
    private(set) var stamps: [UTC] = []
    /// The number of rows and fields that could not be decoded.
    private(set) var rejected = 0
    /// The first rows and fields that could not be decoded.
    private(set) var rejects: [Reject] = []
    /// The records that the document has, but that could not be read or were left out.
    private(set) var dropped = DroppedKeys()
    /// The number of records that were left out by rule, by reason.
    private(set) var omitted: [String: Int] = [:]
    /// The remarks on the document as a whole.
    var notes: [String] { remarks + (undated.map { [$0.note] } ?? []) + unplaced + leftOut }
    /// The remarks of the decoder.
    private var remarks: [String] = []
    /// The reports whose time cannot be read; `nil` if there are none.
    private var undated: UndatedReports?
    /// The time at which the stored report whose time cannot be read was first received; `nil` if there is
    /// none.
    private(set) var undatedSince: UTC?
    /// The remarks on the reports that do not replace the stored ones.
    private(set) var leftOut: [String] = []
    /// The remark on reports of which another address has another text; `nil` if there are none.
    private(set) var disagreement: String?
    /// The fields of `Location=`; empty if the definition states none.
    var location: [String] = []
    /// The numbers of decoded records, and of those with a position.
    private var recordCount = 0
    private var placedCount = 0
    /// Whether the members of the records are compared with those of earlier documents.
    var comparesMembers = false
    /// The members of the records; empty if they are not compared.
    private(set) var shape = DocumentShape()
    /// The names that the records of a new document have; empty if they are not counted.
    private(set) var providerNames = ProviderNames()
    /// The time within which the document asks not to be fetched again; `nil` if it states none.
    private(set) var lifetime: Duration?
    /// The times at which the document asks not to be fetched; `nil` if it states none.
    private(set) var quiet: QuietTimes?
    /// The next moment at which time alone changes the records; `nil` if it never does.
    private(set) var next: UTC?

    /// The keys of names that earlier documents did not have.
    private(set) var names: [String: String] = [:]

    /// The number of the document that was kept, or of none if it was not; `nil` if the kept one stays.
    var documentSerial: Int64?

    /// The validators of the next request; `nil` if the document did not come from the source's own origin.
    var validators: Validators?
    /// The address of the next request; `nil` if that does not change.
    var permanentURL: String?
    /// The freshness that the upstream stated.
    var freshness = Freshness()
    /// The size of the document in bytes; of a batch, an equal share of it.
    var bytes = 0
    /// The time of modification that the upstream states; `nil` if it states none.
    var modified: UTC?
    /// The moment from which times without a month were inferred; `nil` if it does not change.
    var reference: UTC?

    /// The broker that brought the document; `nil` if none did.
    var broker: String?

    /// Whether it is of an answer without content.
    var isNothing = false
    /// Whether alerts wait for another answer that lacks them.
    private(set) var awaitsAnswer = false

    /// Whether the document is older than an earlier one, and changes nothing.
    var isBehind = false

    /// Whether it is of a document, and not of stored records that time has changed.
    var isOfDocument = true

    /// The number of records that were added or changed.
    var changedCount: Int { counts[.added, default: 0] + counts[.changed, default: 0] }

    /// Whether any record was added or changed.
    var hasNews: Bool { changedCount > 0 }

    /// Whether its reports are older than the stored ones, and nothing else is new.
    var hasOnlyOlder: Bool { !hasNews && omitted["\(ReportOrder.Relation.older)", default: 0] > 0 }

    /// Whether any record changed.
    var hasChanged: Bool { counts.values.contains { $0 > 0 } }

    /// The failure of a document that should contain a report, but does not.
    var silence: FetchFailure {
        guard let first = rejects.first else {
            return FetchFailure(.empty, "the response contains no report")
        }
        return FetchFailure(.shape, "its report cannot be read: \"\(first.found)\" is \(first.reason)")
    }

    /// Adds one reject.
    mutating func add(_ reject: Reject) {
        rejected += 1
        if rejects.count < Store.maximumRejects { rejects.append(reject) }
    }

    /// Adds the result of decoding a slice.
    mutating func add(_ decoded: Decoded) {
        rejected += decoded.rejects.count
        dropped.add(decoded)
        if comparesMembers { shape.examine(decoded.records) }
        if !location.isEmpty { count(decoded.records) }
        if decoded.providerNames.records > 0 { providerNames = decoded.providerNames }
        rejects += decoded.rejects.prefix(max(0, Store.maximumRejects - rejects.count))
        omitted.merge(decoded.omitted, uniquingKeysWith: +)
        remarks += decoded.notes
        decoded.undated.forEach { add(undated: $0) }
        lifetime = decoded.lifetime ?? lifetime
        quiet = decoded.quiet ?? quiet
        names.merge(decoded.names) { first, _ in first }
        awaitsAnswer = awaitsAnswer || decoded.awaitsAnswer
        isBehind = isBehind || decoded.isBehind
        next = [next, decoded.next].compactMap(\.self).min()
    }

    private mutating func count(_ records: [Record]) {
        recordCount += records.count
        placedCount += records.count { $0.position != nil }
    }

    /// The number of records without a position, although the definition states where it is.
    var unplacedCount: Int { recordCount - placedCount }

    /// The remark that no record has a position, as after a provider has renamed its fields.
    private var unplaced: [String] {
        guard recordCount > 0, placedCount == 0 else { return [] }
        return ["no record has a position: Location=\(location.joined(separator: " "))"]
    }

    /// Adds a report whose time cannot be read.
    mutating func add(undated key: String) { undated = undated?.next ?? UndatedReports(first: key) }

    /// Adds the reports that do not replace the stored ones; the document was received at a moment.
    mutating func add(_ reports: LeftOutReports, at moment: UTC) {
        undatedSince = reports.received ?? (undated == nil || reports.recordCount > 0 ? nil : moment)
        omitted.merge(reports.counts, uniquingKeysWith: +)
        names.merge(reports.names) { first, _ in first }
        disagreement = reports.disagreement
        leftOut += reports.notes.map { isBehind ? EditionOrder.mark + $0 : $0 }
    }

    /// Adds the changes of a commit.
    ///
    /// - Parameters:
    ///   - commit: The commit.
    ///   - members: The members of a record that state the time of its publication, the best one first.
    mutating func add(_ commit: Commit, stampedBy members: [String]) {
        for change in commit.changes { counts[change.kind, default: 0] += 1 }
        guard !members.isEmpty else { return }
        for change in commit.changes where stamps.count < IngestReport.mostStamps {
            stamps += change.stamp(in: members).map { [$0] } ?? []
        }
    }

    /// The maximum number of stamps: a document with many new records states about the same time in each.
    private static let mostStamps = 8
}

nonisolated extension IngestReport {
    /// Creates the report of a document that is not decoded yet.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - isOwn: Whether the document came from the source's own origin, so that the next request depends
    ///     on it.
    init(of document: Document, isOwn: Bool) {
        bytes = document.body.count
        freshness = document.freshness
        reference = document.reference
        modified = document.modified
        guard isOwn else { return }
        validators = document.validators
        permanentURL = document.permanentURL
    }

    /// Creates the report of an answer that is older than the document in use, and is not read.
    ///
    /// - Parameters:
    ///   - freshness: The freshness of the answer.
    ///   - bytes: The size of its content.
    ///   - remark: The remark for users.
    init(older freshness: Freshness, bytes: Int, _ remark: String) {
        self.bytes = bytes
        self.freshness = freshness
        isBehind = true
        leftOut = [EditionOrder.mark + remark]
    }
}

/// The reports of a document whose time cannot be read.
private nonisolated struct UndatedReports: Sendable {
    /// The station of the first one.
    let first: String
    private(set) var count = 1

    init(first: String) { self.first = first }

    /// The same with one more.
    var next: UndatedReports {
        var next = self
        next.count += 1
        return next
    }

    /// The remark for users.
    var note: String {
        count == 1
            ? "the time of the report of \(first) cannot be read: its age is unknown"
            : "the times of \(count) reports cannot be read, such as that of \(first): their age is unknown"
    }
}

nonisolated extension Change {
    /// Returns the time that a new record states for its publication, or that a changed one states anew: the
    /// time of the first publication says nothing about an entry that was edited.
    ///
    /// - Parameter members: The members that state such a time, the best one first.
    /// - Returns: The time; `nil` if there is none.
    fileprivate func stamp(in members: [String]) -> UTC? {
        // The store returns valid JSON.
        guard let news = (patch ?? data).flatMap({ try? JSON(parsing: $0) }) else { return nil }
        return members.lazy.compactMap { news[$0]?.string.flatMap { UTC(iso8601: $0) } }.first
    }
}
