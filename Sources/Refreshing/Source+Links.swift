import Alerts
import Definitions
import Fetching
import Reactive
import Records
import Storing
import Systemd

/// The documents that an index of alerts links to.
extension Source {
    /// Ingests a document of the upstream, and if it is an index of alerts, the documents that it links to,
    /// each of which is fetched once.
    func ingestWithLinked(_ document: Document) -> AnyPublisher<Outcome, FetchFailure> {
        guard definition.kind == .alert else { return ingest(document, from: .upstream) }
        return ingester.links(of: document, for: definition).flatMap {
            [unowned self] plan -> AnyPublisher<Outcome, FetchFailure> in
            guard let plan else { return ingest(document, from: .upstream) }
            return LinkLoad(plan, for: self, from: .upstream).publisher.map(Outcome.accepted)
                .eraseToAnyPublisher()
        }.eraseToAnyPublisher()
    }

    /// Fetches what is missing of an index of alerts that is not modified, and counts the answer for alerts
    /// that wait for a second one that lacks them.
    func confirmLinked(_ freshness: Freshness) -> AnyPublisher<Outcome, FetchFailure> {
        let outcome = Just(Outcome.notModified(freshness)).setFailureType(to: FetchFailure.self)
            .eraseToAnyPublisher()
        guard definition.kind == .alert, definition.keepsDocument else { return outcome }
        // Absences count against the time that this answer states, too.
        ingester.confirmed.confirm(freshness.date)
        return ingester.keptLinks(for: definition, notBefore: state.documentSerial).flatMap {
            [unowned self] plan -> AnyPublisher<IngestReport?, FetchFailure> in
            if let plan, plan.isIncomplete {
                return LinkLoad(plan, for: self, from: .incoming).publisher.map(Optional.some)
                    .eraseToAnyPublisher()
            }
            guard awaitsAnswer else {
                return Just(nil).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
            }
            return ingester.confirm(
                for: definition, notBefore: state.documentSerial, among: request.addresses
            ).map(Optional.some)
                .catch {
                    $0 == .notKept
                        ? Just(nil).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
                        : Fail(error: $0).eraseToAnyPublisher()
                }
                .eraseToAnyPublisher()
        }.flatMap { [unowned self] report -> AnyPublisher<Outcome, FetchFailure> in
            if let report { accept(report, attemptStart) }
            return outcome
        }.eraseToAnyPublisher()
    }
}

/// The loading of the messages that an index links to, in portions, each of which is stored before the next
/// is fetched.
final class LinkLoad {
    /// The number of failures in a row, of the network or a server, after which the others wait for the next
    /// refresh.
    private static let patience = 3

    private let plan: LinkPlan
    private unowned let source: Source
    private let origin: DocumentOrigin
    private var rest: ArraySlice<String>
    private var bytes = 0
    private var failuresInRow = 0
    /// The addresses in the archive that were requested.
    private var askedOfArchive: Set<String> = []
    private var hasOpenFailures = false
    private var hasArchive: Bool { source.definition.options.last(in: "Alert", named: "References") != nil }

    /// Prepares to load.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - source: The source.
    ///   - origin: The origin of the index.
    init(_ plan: LinkPlan, for source: Source, from origin: DocumentOrigin) {
        self.plan = plan
        self.source = source
        self.origin = origin
        rest = plan.missing[...]
    }

    /// The report of the last portion.
    var publisher: AnyPublisher<IngestReport, FetchFailure> {
        let portion = rest.prefix(AlertLinks.portion)
        rest = rest.dropFirst(portion.count)
        return portion.publisher.flatMap(maxPublishers: .max(1)) { self.part($0) }
            .collect().setFailureType(to: FetchFailure.self)
            .flatMap { self.completing($0.compactMap(\.self)) }
            .flatMap { self.ingest($0, isLast: self.rest.isEmpty) }
            .flatMap { report -> AnyPublisher<IngestReport, FetchFailure> in
                guard !self.rest.isEmpty else { return self.fillingGaps(after: report) }
                self.source.state.notes = report.notes
                return self.publisher
            }.eraseToAnyPublisher()
    }

    /// Adds to the last messages of an index those that they name, and that were never read, from the
    /// archive, so that one document connects them. While others of the index follow, these may be among
    /// them.
    private func completing(_ parts: [Part]) -> AnyPublisher<[Part], FetchFailure> {
        let done = Just(parts).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        let messages = parts.compactMap(\.bytes)
        guard hasArchive, rest.isEmpty, !messages.isEmpty else { return done }
        return source.ingester.referenced(by: messages, of: source.definition).flatMap {
            [self] urls -> AnyPublisher<[Part], FetchFailure> in
            ask(urls).flatMap { more in more.isEmpty ? done : self.completing(parts + more) }
                .eraseToAnyPublisher()
        }.eraseToAnyPublisher()
    }

    /// Requests those of some addresses of the archive that this refresh has not requested, until it has
    /// requested enough.
    private func ask(_ urls: [String]) -> AnyPublisher<[Part], FetchFailure> {
        let wanted = urls.filter { !askedOfArchive.contains($0) }
            .prefix(AlertArchive.most - askedOfArchive.count)
        askedOfArchive.formUnion(wanted)
        return wanted.publisher.flatMap(maxPublishers: .max(1)) { self.part($0) }
            .collect().setFailureType(to: FetchFailure.self).map { $0.compactMap(\.self) }
            .eraseToAnyPublisher()
    }

    /// Fetches the messages that others name, and that were never read, from the archive; what these name in
    /// turn, too.
    private func fillingGaps(after report: IngestReport) -> AnyPublisher<IngestReport, FetchFailure> {
        let done = Just(report).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        guard hasArchive else { return done }
        return source.ingester.referenced(of: source.definition).flatMap {
            [self] urls -> AnyPublisher<IngestReport, FetchFailure> in
            ask(urls).flatMap { parts -> AnyPublisher<IngestReport, FetchFailure> in
                guard !parts.isEmpty else { return done }
                return self.ingest(parts, isLast: false).flatMap { _ in self.fillingGaps(after: report) }
                    .eraseToAnyPublisher()
            }.eraseToAnyPublisher()
        }.eraseToAnyPublisher()
    }

    /// A linked document, or why it could not be fetched.
    private enum Part {
        case linked(AlertBundle.Linked)
        case failure(AlertBundle.Failure)

        /// The bytes of the document; `nil` if it could not be fetched.
        var bytes: [UInt8]? { if case .linked(let document) = self { document.bytes } else { nil } }
    }

    private func ingest(_ parts: [Part], isLast: Bool) -> AnyPublisher<IngestReport, FetchFailure> {
        var linked: [AlertBundle.Linked] = []
        var failures: [AlertBundle.Failure] = []
        for part in parts {
            switch part {
            case .linked(let document): linked.append(document)
            case .failure(let failure): failures.append(failure)
            }
        }
        hasOpenFailures = hasOpenFailures || !failures.allSatisfy(\.isLasting)
        // Without a kept index, what is missing is found only in another one.
        let isComplete = isLast && (source.definition.keepsDocument || !hasOpenFailures)
        let document = plan.bundle(linked, failures: failures, isLast: isComplete)
        return source.ingester.ingest(
            document, from: isLast ? origin : .incoming, for: source.definition,
            after: source.state.documentSerial, shrinking: nil, among: source.request.addresses,
            absence: source.absence)
    }

    /// Fetches one linked document; nothing if its server does not answer.
    private func part(_ url: String) -> AnyPublisher<Part?, Never> {
        guard failuresInRow < LinkLoad.patience else { return Just(nil).eraseToAnyPublisher() }
        guard bytes <= plan.limits.bytes else {
            let reason = "not fetched: LinkedBytes= is exceeded"
            return Just(.failure(.init(url: url, reason: reason, isLasting: false))).eraseToAnyPublisher()
        }
        return fetch(url).map { bytes in
            self.bytes += bytes.count
            self.failuresInRow = 0
            return .linked(AlertBundle.Linked(url: url, bytes: bytes))
        }.catch { failure in Just(self.failed(failure, url)) }.eraseToAnyPublisher()
    }

    private func failed(_ failure: FetchFailure, _ url: String) -> Part {
        log(
            .debug, "\(source.name): cannot fetch a linked document: \(failure.message)",
            ["ALMANAC_SOURCE": source.name.text])
        failuresInRow = failure.httpStatus == nil && failure.reason.isTransient ? failuresInRow + 1 : 0
        let isLasting = [404, 410].contains(failure.httpStatus) || failure.reason == .size
        let status = failure.httpStatus.map { " (\($0))" } ?? ""
        return .failure(
            .init(
                url: url, reason: "the linked message cannot be fetched\(status): \(failure.reason.rawValue)",
                isLasting: isLasting))
    }

    private func fetch(_ url: String) -> AnyPublisher<[UInt8], FetchFailure> {
        var asked: FetchRequest
        do throws(FetchFailure) {
            guard let own = source.address else { return Empty().eraseToAnyPublisher() }
            let index = source.request.movedTo ?? own
            asked = try source.upstreams.requests(for: source.definition).request(linked: url, from: index)
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
        asked.maximumBytes = plan.limits.maximumBytes
        return source.upstreams.fetch(asked).flatMap { self.source.ingester.bytes(of: $0) }
            .eraseToAnyPublisher()
    }
}
