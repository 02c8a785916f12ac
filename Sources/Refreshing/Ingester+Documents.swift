import Decoding
import Definitions
import Fetching
import Reactive
import Records
import Storing
import Systemd

/// The origin of a document, which decides what the next request depends on.
nonisolated enum DocumentOrigin: Sendable {
    /// The upstream of the source.
    case upstream
    /// The file or directory of the source.
    case file
    /// The folder for incoming documents.
    case incoming
    /// A computation of the daemon.
    case computed
    /// A message of a broker, which contained the document of the upstream.
    case broker
}

/// The ingests of a source.
extension Ingester {
    /// Ingests a document for one source.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - origin: Its origin.
    ///   - definition: The definition of the source.
    ///   - serial: The smallest number that the document before it can have; `nil` if it is unknown.
    ///   - shrinking: The rule for a document with far fewer records than are stored; `nil` if it may have
    ///     any number.
    ///   - addresses: The state of its addresses: an alert that it lacks may be over if none of them fails.
    ///   - absence: The reason why stored records are removed that it lacks; `nil` if it is not known.
    /// - Returns: The report; cold. Cancelling the subscription does not stop an ingest that has
    ///   begun.
    func ingest(
        _ document: Document, from origin: DocumentOrigin, for definition: Definition,
        after serial: Int64?, shrinking: ShrinkGuard?, among addresses: AddressState = AddressState(),
        absence: RemovalReason? = .upstream
    ) -> AnyPublisher<IngestReport, FetchFailure> {
        confirmed.confirm(document.freshness.date)
        do throws(FetchFailure) {
            try document.check(for: definition.kind)
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
        // A large local file is read again in place.
        let isInPlace = origin == .file && document.body.inMemory == nil
        var ingest = Ingest(
            .document(document.body, DocumentFacts(of: document, definition)),
            into: .source(definition.name.text), definition: definition,
            isAnswer: origin == .upstream || origin == .broker, needsRecords: definition.isOfStation,
            shrinking: shrinking,
            at: wall(), ages: confirmed.now, documents: documents,
            keepsDocument: !isInPlace && definition.keepsDocument,
            needsDurableDocument: definition.needsDurableDocument(from: origin), after: serial,
            stations: stations.table(for: definition.kind),
            report: IngestReport(of: document, isOwn: origin != .incoming && origin != .broker))
        // Only an answer of the upstream says that an alert is over.
        ingest.countsAbsence = addresses.faults.isEmpty && origin != .broker
        ingest.countsPresence = origin != .broker
        ingest.absence = absence
        ingest.isElsewhere = addresses.accepted != addresses.current
        return report(of: ingest)
    }

    /// Ingests an answer without content, which says that there is nothing.
    ///
    /// - Parameters:
    ///   - freshness: The freshness of the answer.
    ///   - isRepeated: Whether the answer before it had no content either.
    ///   - definition: The definition of the source.
    ///   - serial: The smallest number that its document can have; `nil` if it is unknown.
    /// - Returns: The report; cold.
    func ingestNothing(
        _ freshness: Freshness, isRepeated: Bool, for definition: Definition, after serial: Int64?
    ) -> AnyPublisher<IngestReport, FetchFailure> {
        var report = IngestReport()
        report.freshness = freshness
        report.isNothing = true
        // The next document is a new one, even if it equals the last one.
        report.validators = Validators()
        return self.report(
            of: ingest(
                .nothing(isRepeated: isRepeated), definition: definition, after: serial, report: report))
    }

    /// Decodes the last accepted document of a source once more, unless a power cut has lost it.
    ///
    /// - Parameters:
    ///   - definition: The definition of the source.
    ///   - serial: The smallest number that the document can have; `nil` if it is unknown.
    ///   - absence: The reason why stored records are removed that it lacks now; `nil` if it is not known.
    /// - Returns: The report; cold.
    func ingestKept(
        for definition: Definition, notBefore serial: Int64?, absence: RemovalReason?
    ) -> AnyPublisher<IngestReport, FetchFailure> {
        var ingest = ingest(.kept, definition: definition, after: serial)
        ingest.absence = absence
        return report(of: ingest)
    }

    /// Returns whether the last accepted document of a source is stored as a whole.
    func hasDocument(of definition: Definition, _ serial: Int64?) -> AnyPublisher<Bool, FetchFailure> {
        let name = definition.name.text
        return store.runs { [documents] _ in
            // The upstream sends a document again that cannot be read.
            (try? documents.hasDocument(of: name, serial)) ?? false
        }.mapError(FetchFailure.init(ingest:)).eraseToAnyPublisher()
    }

    /// Counts the last accepted document as another answer of its upstream, which says that it is still the
    /// newest.
    func confirm(
        for definition: Definition, notBefore serial: Int64?, among addresses: AddressState
    ) -> AnyPublisher<IngestReport, FetchFailure> {
        var ingest = ingest(.confirmed, definition: definition, after: serial)
        ingest.countsAbsence = addresses.faults.isEmpty
        return report(of: ingest)
    }

    /// Brings the stored records of a definition to the present time.
    func advance(for definition: Definition) -> AnyPublisher<IngestReport, FetchFailure> {
        var ingest = ingest(.stored, definition: definition)
        ingest.absence = .clock
        return report(of: ingest)
    }

    /// Joins the stored records of a definition's sides.
    ///
    /// - Parameters:
    ///   - definition: The definition of the join.
    ///   - absence: The reason why records are removed that the sides no longer give; `nil` if that
    ///     is not known.
    /// - Returns: The report; cold.
    func join(
        for definition: Definition, absence: RemovalReason?
    ) -> AnyPublisher<IngestReport, FetchFailure> {
        var ingest = ingest(.join(of: definition.sides), definition: definition)
        ingest.absence = absence
        return report(of: ingest)
    }

    /// Ingests a document for several sources.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - names: The sources, instances of one template.
    ///   - definition: The definition of one of them.
    /// - Returns: The results by source; cold. Cancelling the subscription does not stop an ingest that has
    ///   begun.
    func ingest(
        _ document: Document, for names: [SourceName], of definition: Definition
    ) -> AnyPublisher<Ingest.Results, FetchFailure> {
        // Some upstreams send an empty response when no station has a report.
        guard document.body.count > 0 else {
            return Just([:]).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        confirmed.confirm(document.freshness.date)
        do throws(FetchFailure) {
            try document.check(for: definition.kind)
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
        let pairs = names.map { ($0.instance?.uppercased() ?? "", $0.text) }
        let instances = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        var facts = DocumentFacts(of: document, definition)
        facts.url = nil
        var report = IngestReport(of: document, isOwn: false)
        // The request depends on the batch, not on its sources.
        report.validators = Validators()
        return run(
            Ingest(
                .document(document.body, facts), into: .instances(instances), definition: definition,
                needsRecords: true, at: wall(), ages: confirmed.now, documents: documents,
                keepsDocument: false, after: nil, stations: stations.table(for: definition.kind),
                report: report))
    }

    /// Returns the ingest of stored data.
    private func ingest(
        _ content: Ingest.Content, definition: Definition, after serial: Int64? = nil,
        report: IngestReport = IngestReport()
    ) -> Ingest {
        var report = report
        if case .stored = content { report.isOfDocument = false }
        return Ingest(
            content, into: .source(definition.name.text), definition: definition,
            needsRecords: definition.isOfStation, at: wall(), ages: confirmed.now, documents: documents,
            keepsDocument: false, after: serial,
            stations: stations.table(for: definition.kind), report: report)
    }

    /// Runs the ingest of one source.
    func report(of ingest: Ingest) -> AnyPublisher<IngestReport, FetchFailure> {
        run(ingest).compactMap(\.values.first).flatMap { $0.publisher }.eraseToAnyPublisher()
    }
}

nonisolated extension Ingest {
    /// Creates the ingest of a definition, or of several that share all that an ingest depends on.
    init(
        _ content: Content, into target: Target, definition: Definition, isAnswer: Bool = false,
        needsRecords: Bool, shrinking: ShrinkGuard? = nil, at now: UTC, ages: UTC, documents: Documents,
        keepsDocument: Bool, needsDurableDocument: Bool = false, after serial: Int64?,
        stations: StationTable,
        report: IngestReport
    ) {
        self.content = content
        self.target = target
        kind = definition.kind
        options = definition.options
        order = IngestOrder(definition, isAnswer: isAnswer)
        isByArrival = definition.ordersByArrival
        stampsReports = definition.kind.merging == .newestReport && definition.statesTime
        self.needsRecords = needsRecords
        self.shrinking = shrinking
        ends = definition.ends
        // The decoder of alerts knows which of them stay.
        keeping = definition.kind.decidesAbsence ? .none : definition.keep.keeping(at: ages)
        self.now = now
        self.ages = ages
        self.documents = documents
        self.keepsDocument = keepsDocument
        self.needsDurableDocument = needsDurableDocument
        documentSerial = serial
        self.stations = stations
        var report = report
        report.location = definition.options.words(in: "Record", named: "Location")
        report.comparesMembers = definition.kind.hasShape
        self.report = report
    }
}

nonisolated extension DocumentFacts {
    /// Creates the facts of a document that a definition's source received.
    fileprivate init(of document: Document, _ definition: Definition) {
        self.init(received: document.received)
        // The address that a secret was sent to may contain the secret.
        url = definition.setting("Credential") == nil ? document.finalURL : nil
        contentType = document.mediaType?.name
        charset = document.mediaType?.charset
        reference = document.reference
    }
}

nonisolated extension Definition {
    /// Whether a power cut must not lose a document: nobody can send it again, or its records are read from
    /// it as time passes.
    fileprivate func needsDurableDocument(from origin: DocumentOrigin) -> Bool {
        if case .incoming = origin { return true }
        return kind.isLiving && !kind.agesInStore
    }
}

nonisolated extension Document {
    /// Checks that the document can be one of a kind.
    ///
    /// - Throws: A failure if it is empty, or a web page although its kind has none.
    func check(for kind: Kind) throws(FetchFailure) {
        guard body.count > 0 else {
            throw FetchFailure(
                .empty, "the response is empty; the last good records stay, and almanacd tries again")
        }
        if kind.excludesHTML, try looksLikeHTML() {
            let advice =
                finalURL.hasPrefix("/") ? "check the program that writes Path=" : "check URL= in a browser"
            throw FetchFailure(.content, "received a web page instead of \(kind.rawValue) data: \(advice)")
        }
    }
}
