import Definitions
import Fetching
import Reactive
import Records
import Storing

/// The documents that messages of brokers bring: which of them counts as the answer to a request would.
///
/// One counts if its bytes are those that the message states, if it is the document at the address that a
/// request would use, and if it was published after the last answer. Everything else is only a hint, and
/// starts a request.
final class Deliveries {
    /// The greatest difference between two clocks that are taken to agree.
    private nonisolated static let agreement = Duration.seconds(60)
    /// The precision of `Date` in an answer.
    private nonisolated static let precision = Duration.seconds(1)
    /// The maximum size of a document in bytes: the loop's thread unpacks and hashes it.
    private nonisolated static let mostBytes = 1 << 20
    /// The least time between two ingests.
    private nonisolated static let pause = Duration.seconds(5)

    private unowned let source: Source
    /// The time of the last answer, by the clock of the upstream; `nil` if there was none since the start, or
    /// it is not known when its document was current: that clock and ours disagree, a cache kept it, or it
    /// was older than the document in use. Also `nil` after a message whose document could not be used.
    private var answered: UTC?
    /// The newest document that waits for its ingest.
    private var waiting: DeliveredDocument?
    /// The document that is being ingested.
    private var underWay: DeliveredDocument?
    /// The moment at which the last ingest started; `nil` before the first one.
    private var lastStart: LoopTime?
    /// The timer of the next ingest; `nil` before the first one that had to wait.
    private var waking: AnyCancellable?

    /// The number of documents that were stored.
    private(set) var count = 0
    /// The remark that documents cannot be checked, so that each starts a request; `nil` if none was refused
    /// for that reason.
    private(set) var missingHash: String?

    /// Creates the deliveries of a source.
    init(for source: Source) { self.source = source }

    /// Learns when the upstream answered.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of an attempt.
    ///   - start: The beginning of the attempt.
    func record(_ outcome: Outcome, since start: UTC?) {
        switch outcome {
        // Otherwise, messages could keep all answers out, one after the other.
        case .accepted(let report) where report.isBehind: answered = nil
        case .accepted(let report): answered = time(of: report.freshness, since: start)
        case .notModified(let freshness): answered = time(of: freshness, since: start)
        case .reread, .answered, .delivered, .failed, .superseded: break
        }
    }

    /// Returns the time of the newest answer after another one; `nil` if that states none, or one outside of
    /// its attempt.
    private func time(of answer: Freshness, since start: UTC?) -> UTC? {
        guard let date = answer.date, let start, start - Deliveries.agreement <= date,
            date <= source.now + Deliveries.agreement
        else { return nil }
        return max(date, answered ?? date)
    }

    /// Keeps the document of a message, and wakes the source for its ingest.
    ///
    /// - Parameters:
    ///   - hint: The message.
    ///   - broker: The topic of the broker that sent it.
    /// - Returns: Whether it counts.
    func insert(_ hint: Hint, from broker: HintSetting) -> Bool {
        // The conditions of Push= in almanac.source(5), in the same order; the hash costs most.
        guard let notification = hint.notification, source.canBeDelivered,
            let published = notification.published, isNew(published),
            let link = link(in: notification), broker.isAsSecure(as: link.url),
            let bytes = bytes(of: notification)
        else { return false }
        waiting = DeliveredDocument(bytes, link, published: published, by: broker.text, at: source.now)
        wakeSource()
        return true
    }

    /// Returns the bytes of the document in a notification; `nil` if there is none, or it cannot be used.
    private func bytes(of notification: DataNotification) -> [UInt8]? {
        let limit = min(Deliveries.mostBytes, source.definition.maximumBytes)
        switch notification.document?.reading(atMost: limit) {
        case .bytes(let bytes):
            missingHash = nil
            return bytes
        case .unusable, nil: return nil
        case .unchecked(let method):
            missingHash = source.hintFeeds.reportMissing(hash: method)
            return nil
        }
    }

    /// Wakes the source for the ingest, a little later if the last one was a moment ago (throttling): of a
    /// flood of documents, the newest counts.
    private func wakeSource() {
        let scheduler = source.clocks.scheduler
        let rest = lastStart.map { $0 + Deliveries.pause - scheduler.now } ?? .zero
        guard rest > .zero else { return source.wakes.send(.embedded) }
        waking = scheduler.after(rest) { [unowned self] in source.wakes.send(.embedded) }
    }

    /// Returns the document that is to be ingested now; `nil` if none waits, or an answer came meanwhile that
    /// may be newer.
    func startNext() -> DeliveredDocument? {
        let next = waiting
        waiting = nil
        underWay = isNew(next?.published) ? next : nil
        lastStart = source.clocks.scheduler.now
        return underWay
    }

    /// Ends the ingest, whose document was stored or not; returns it.
    func finish(isStored: Bool) -> DeliveredDocument? {
        defer { underWay = nil }
        guard let underWay else { return nil }
        guard isStored else {
            // Several older documents in a row would count (`OlderRun`), and each is decoded in vain.
            answered = nil
            return nil
        }
        count += 1
        return underWay
    }

    /// Whether a document is newer than the last answer and the last delivery, and not of the future.
    private func isNew(_ published: UTC?) -> Bool {
        guard let published, let answered, published <= source.now + Deliveries.agreement else {
            return false
        }
        let known = [source.request.delivery?.published, waiting?.published].compactMap(\.self).max()
        return published > answered + Deliveries.precision && published > known ?? answered
    }

    /// Returns the link to the address that a request would use; `nil` if a notification has none.
    private func link(in notification: DataNotification) -> DataNotification.Link? {
        // Without a request, there is no address to compare; the failure is that of the next attempt.
        let request = try? source.upstreams.requests(for: source.definition).request(source.request)
        return notification.links.first { $0.url == request?.url }
    }
}

nonisolated extension Deliveries {
    /// Whether an answer, with a content or without, is older than a document that a message brought.
    static func isOlder(
        _ answer: Freshness, _ body: Body?, than delivery: RequestState.Delivery, at now: UTC
    ) -> Bool {
        guard let date = answer.date, now - delivery.published < longestDoubt else { return false }
        let isSame = body?.inMemory.map { RecordHash($0) == delivery.hash } ?? false
        return !isSame && date + precision <= delivery.published
    }

    /// The time after which the upstream is believed in any case: by then, its clock must have been wrong.
    private static let longestDoubt = Duration.seconds(86_400)
}
