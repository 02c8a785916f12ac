public import Decoding
public import Records

/// A decoder of alerts: GeoJSON of the NWS, CAP 1.0–1.2, warnings of MeteoAlarm, Atom and RSS.
///
/// A record is an alert that is in force or announced at the moment given to `live`, otherwise at the time of
/// the document. `[Alert]` may have `Language=`, the preferred languages of the texts, and `Zones=`, the
/// sources with the areas of zones, `Absence=`, the meaning of an alert's absence, limits of linked messages,
/// see `AlertLinks.Limits`, and `References=`, the archive of messages; see `AlertArchive`.
public struct AlertDecoder: LivingDecoder {
    /// The maximum size of a document, in bytes.
    private static let maximumLength = 32 << 20

    /// The settings of `[Alert]`.
    package static let settings: Set<String> = [
        "Absence", "Language", "LinkedBytes", "LinkedMaxBytes", "LinkedMessages", "References", "Zones",
    ]

    private let languages: [String]
    private let charset: String?
    /// Whether the source reads files, of which those with CAP form a collection that only grows.
    private let isLocal: Bool
    private var moment: UTC
    private var recall: (String) -> String? = { _ in nil }
    private var tables: ZoneTables?
    private var earlier = EarlierRecords()
    private let absence: AlertAbsence
    private let archive: AlertArchive?
    private var bytes: [UInt8] = []

    /// Creates a decoder for one document.
    ///
    /// - Throws: `OptionError` if a setting of `[Alert]` is not known.
    public init(options: Options, context: DocumentContext) throws(OptionError) {
        for entry in options.entries
        where entry.section == "Alert" && !AlertDecoder.settings.contains(entry.name) {
            throw OptionError.unknown(entry, among: AlertDecoder.settings)
        }
        absence = try AlertAbsence(options)
        _ = try AlertLinks.Limits(options)
        archive = try AlertArchive(options)
        for name in options.words(in: "Alert", named: "Zones") where ZoneTable(name) == nil {
            guard let entry = options.last(in: "Alert", named: "Zones") else { continue }
            throw OptionError(entry, "is not a list of sources: \(name)")
        }
        languages = options.words(in: "Alert", named: "Language")
        isLocal = options.last(in: "Source", named: "Path") != nil
        charset = context.charset
        moment = context.reference
    }

    /// Sets the moment, the function that returns the keys of messages in earlier documents, and the tables
    /// with the areas of zones; `nil` without such tables.
    public mutating func live(
        at moment: UTC, recall: @escaping (String) -> String?,
        zones: ZoneTables? = nil
    ) {
        self.moment = moment
        self.recall = recall
        tables = zones
    }

    /// Sets the records that earlier documents left.
    public mutating func know(_ earlier: EarlierRecords) { self.earlier = earlier }

    /// Takes the next slice; an alert may depend on any later one, so that records come at the end.
    public mutating func decode(_ bytes: Span<UInt8>, into out: inout Decoded) throws(DecodeError) {
        guard self.bytes.count + bytes.count <= AlertDecoder.maximumLength else {
            throw DecodeError(part: "document of at most 32 MiB", found: "more", offset: self.bytes.count)
        }
        self.bytes.append(bytes)
    }

    /// Decodes the document.
    ///
    /// - Throws: `DecodeError` if it contains no alerts, or ends too early.
    public mutating func finish(into out: inout Decoded) throws(DecodeError) {
        let document = try AlertDocument(
            bytes, charset: charset, at: moment, archive: archive, recall: recall)
        bytes = []
        var answer = document.answer
        answer.isFresh = earlier.isAnswer
        answer.isConfirmation = earlier.isConfirmed
        answer.isOrdered = !isLocal
        answer.hasArchive = archive != nil
        let state = AlertsInForce(
            answer, after: keepsAbsent ? known() : [], absence: absence, at: moment,
            ages: earlier.ages ?? moment, isCollection: isLocal && document.isPlain, recall: recall)
        var zones = tables.map(AlertZones.init)
        for var alert in state.alerts {
            zones?.complete(&alert.blocks)
            out.add(AlertRecord(alert, languages: languages).record(at: moment))
        }
        add(document, state, to: &out)
        out.notes += zones?.notes ?? []
    }

    /// Whether an alert may stay that a document lacks; a file or folder has all of them, unless `Absence=` or
    /// `Keep=` says otherwise.
    private var keepsAbsent: Bool { !isLocal || absence != .end }

    /// Returns the alerts that earlier documents left in force.
    private func known() -> [KnownAlert] {
        var known: [KnownAlert] = []
        earlier.forEach { if let alert = KnownAlert($0) { known.append(alert) } }
        return known
    }

    private func add(_ document: AlertDocument, _ state: AlertsInForce, to out: inout Decoded) {
        out.kept += state.kept
        out.awaitsAnswer = state.awaitsAnswer
        out.isBehind = state.isBehind
        out.unconfirmed.merge(state.unconfirmed) { $1 }
        out.rejects += document.rejects
        out.notes += document.notes + state.notes
        out.title = document.title
        out.providerNames = document.providerNames
        out.omitted.merge(state.left, uniquingKeysWith: +)
        if out.names.isEmpty {
            out.names = state.names
        } else {
            out.names.merge(state.names) { first, _ in first }
        }
        for (name, text) in document.names { out.names[name] = text }
        out.next = state.next(after: moment)
    }
}
