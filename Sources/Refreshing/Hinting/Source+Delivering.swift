import Definitions
import Fetching
import Reactive
import Records
import Storing
import Systemd

/// Documents of the upstream that messages of brokers bring, so that no request is needed.
///
/// The next request stays planned: it confirms the document, or corrects it. Until then, the source becomes
/// stale, or fails, as it would without the message.
extension Source {
    /// Whether an embedded document can be that of the source: it is the whole document of one address, and
    /// nothing but its publication decides whether it is newer than another one.
    ///
    /// After a crash, the number of the kept document tells that the stored validators are of another one.
    var canBeDelivered: Bool {
        definition.keepsDocument && definition.alternates.isEmpty
            && definition.edition(isAnswer: true) != .modified
            && (definition.setting("Follow") == nil || request.movedTo != nil)
    }

    /// Ingests the newest document that a message has brought.
    func ingestDelivered() -> AnyPublisher<Outcome, FetchFailure> {
        wakeAgain()
        guard let delivered = hints?.deliveries.startNext() else {
            return Just(Outcome.delivered(nil)).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        return isWhole(delivered.document).flatMap {
            [unowned self] isWhole -> AnyPublisher<Outcome, FetchFailure> in
            guard isWhole else { return Fail(error: .indexOnly).eraseToAnyPublisher() }
            return ingest(delivered.document, from: .broker, isEvidence: false)
        }
        .map { outcome in
            guard case .accepted(var report) = outcome, !report.isBehind else { return .delivered(nil) }
            report.broker = delivered.broker
            return .delivered(report)
        }
        .catch { [unowned self] failure in
            logUnused(delivered, failure)
            return Just(Outcome.delivered(nil)).setFailureType(to: FetchFailure.self)
        }.eraseToAnyPublisher()
    }

    /// Whether a document contains all of its records: an index of alerts only links to them.
    private func isWhole(_ document: Document) -> AnyPublisher<Bool, FetchFailure> {
        guard definition.kind == .alert else {
            return Just(true).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
        }
        return ingester.links(of: document, for: definition).map { $0 == nil }.eraseToAnyPublisher()
    }

    /// Records what a delivered document has changed; one that could not be used is only a hint.
    ///
    /// The validators of the document before are not those of the new one, so that the next request has none.
    func conclude(delivered report: IngestReport?) {
        let delivered = hints?.deliveries.finish(isStored: report != nil)
        guard let report, let delivered else {
            hints?.requestDocument()
            return
        }
        recallOverdue()
        learn(fromDelivered: report)
        state.emptyAnswers = 0
        request.etag = nil
        request.lastModified = nil
        request.delivery = delivered.memory
        accept(report, nil)
        awaitsAnswer = true
        noticeOverdue()
        publish(report, as: .delivered)
        hints?.planPending()
    }

    private func logUnused(_ delivered: DeliveredDocument, _ failure: FetchFailure) {
        log(
            .debug, "\(name): the document in a message of \(delivered.broker) cannot be used: \(failure)",
            [
                "ALMANAC_SOURCE": name.text, "ALMANAC_KIND": definition.kind.rawValue,
                "ALMANAC_BROKER": delivered.broker, "ALMANAC_REASON": failure.reason.rawValue,
            ])
    }

    /// Returns the outcome of an answer, with a content or without, that is older than the delivered document,
    /// which stays; `nil` if it is not older.
    func leaveOut(_ answer: Freshness, _ body: Body?) -> AnyPublisher<Outcome, FetchFailure>? {
        guard let delivery = request.delivery,
            Deliveries.isOlder(answer, body, than: delivery, at: now)
        else { return nil }
        let remark = "an answer is older than the document of \(delivery.published), which a broker has sent"
        return Just(Outcome.accepted(IngestReport(older: answer, bytes: body?.count ?? 0, remark)))
            .setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
    }
}

nonisolated extension RequestState {
    /// The remark on a delivered document that no answer has confirmed yet.
    var deliveryNotes: [String] {
        delivery.map {
            ["the document was published at \($0.published) and sent by a broker; no answer confirms it yet"]
        } ?? []
    }
}

nonisolated extension FetchFailure {
    /// The failure of an embedded index, whose messages only a request finds.
    fileprivate static let indexOnly = FetchFailure(
        .content, "it is an index, and its messages must be requested")
}
