import Decoding
import Definitions
import Records
import Storing

/// The times that order the documents of a source, and its records: an older one changes nothing.
///
/// Source: almanac.source(5), EDITIONS.
nonisolated struct IngestOrder: Sendable {
    /// The time of a document; `nil` if documents have no order.
    let edition: Edition?
    /// The field with the time of a record; `nil` if records have no order.
    let updated: FieldPath?
    /// The origin of the documents that can be compared.
    let scope: String

    /// Creates the order of a definition.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - isAnswer: Whether the document is an answer of the upstream.
    init(_ definition: Definition, isAnswer: Bool) {
        edition = definition.edition(isAnswer: isAnswer)
        updated = definition.updated
        scope = edition == nil && updated == nil ? "" : definition.editionScope
    }

    /// Returns the run of documents with older records.
    func run(of source: String, in reader: StoreReader) throws(StoreError) -> OlderRun {
        try OlderRun(named: "\trecords" + scope, recall: reader.keysByName(of: source))
    }

    /// Returns the time of a record; `nil` if it has none, or a later one than any can have.
    func time(of record: Record, until latest: UTC) -> UTC? {
        // A record that is not JSON states no time.
        guard let updated, let data = try? JSON(parsing: record.data) else { return nil }
        let time = updated.value(in: data)?.scalarText.flatMap { UTC(looseText: $0) }
        return time.flatMap { $0 <= latest ? $0 : nil }
    }
}

/// A reader of the time of one document, while its decoder reads the document.
nonisolated struct EditionReader {
    private let edition: Edition
    private let scope: String
    private var finder: EditionFinder?
    private var time: UTC?

    /// Creates a reader; `nil` if documents have no order.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - modified: The time of modification that the upstream states; `nil` if it states none.
    init?(_ order: IngestOrder, modified: UTC?) {
        guard let edition = order.edition else { return nil }
        self.edition = edition
        scope = order.scope
        if case .place(let place) = edition { finder = EditionFinder(at: place) }
        if edition == .modified { time = modified }
    }

    /// Reads the next slice.
    mutating func read(_ slice: Span<UInt8>) { finder?.read(slice) }

    /// Reads the records of a forecast.
    mutating func read(_ records: [Record]) {
        guard edition == .forecast else { return }
        for record in records { time = [time, EditionReader.update(of: record)].compactMap(\.self).max() }
    }

    /// Returns the order of the document after its last slice.
    ///
    /// - Throws: `StoreError` if the store cannot be read.
    mutating func order(
        at now: UTC, recall: (String) throws(StoreError) -> String?
    ) throws(StoreError) -> EditionOrder {
        if finder != nil { time = finder?.time() }
        return try EditionOrder(time, in: scope, at: now, recall: recall)
    }

    /// The remark on a document that lacks the time; `nil` if it has one, or need not have one.
    var remark: String? {
        guard time == nil else { return nil }
        return switch edition {
        case .modified:
            "the response has no Last-Modified, which Edition= names: whether it is older is unknown"
        case .place(let place):
            "the document has no time at \(place), which Edition= names: whether it is older is unknown"
        case .forecast: nil
        }
    }

    /// The time of the last update that a forecast states, or else that of its present conditions.
    private static func update(of record: Record) -> UTC? {
        // A record that is not JSON states no time.
        guard let data = try? JSON(parsing: record.data) else { return nil }
        return (data["updated"] ?? data["current"]?["time"])?.string.flatMap { UTC(iso8601: $0) }
    }
}
