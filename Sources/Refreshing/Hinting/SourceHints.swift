import Definitions
import Fetching
import Reactive
import Records
import Rhythm
import Storing

/// The hints of a source: which messages of brokers matter, the requests that they start, and how useful those
/// were. A message that contains the document needs no request, see `Deliveries`.
///
/// A hint moves the next scheduled request to now. If it finds news, it is beyond the budget, which it was
/// worth; otherwise it takes the place of the one that was planned. With hints, there are therefore never more
/// requests in vain than without.
final class SourceHints {
    private unowned let source: Source
    private let texts: [String]
    private var feeds: [HintFeed] = []
    private var numbers: [Int] = []
    private var recent = RecentHints()
    private var trust = HintTrust()
    /// Whether a message asks for a request that has not started yet.
    private var isPending = false
    /// The moment of the scheduled request that one for a hint replaces; `nil` if none does.
    private var replaced: UTC?
    /// Whether the request under way was started by a hint.
    private var isUnderWay = false
    /// The planned moment whose request a hint has used up in vain; before it, no hint starts another one.
    private var usedUp: UTC?

    /// The documents that messages contain.
    let deliveries: Deliveries
    /// The number of messages that matter, without repetitions.
    private(set) var received = 0
    /// The number of requests that they started, and how many of those found news.
    private(set) var started = 0
    private(set) var useful = 0

    /// Creates the hints of a source.
    init(for source: Source) {
        self.source = source
        deliveries = Deliveries(for: source)
        texts = source.definition.options.words(in: "Source", named: "PushMatch")
    }

    /// Follows the topics.
    func start() {
        for (number, setting) in source.definition.hints.enumerated() {
            let feed = source.hintFeeds.feed(of: setting, for: source.definition)
            feeds.append(feed)
            numbers.append(
                feed.add(
                    .init(
                        texts: texts,
                        receive: { [unowned self] in receive($0, from: number, by: setting) },
                        changed: { [unowned self] in source.publishStream(isNews: true) })))
        }
    }

    /// Leaves the topics.
    func stop() {
        for (feed, number) in zip(feeds, numbers) { feed.remove(number) }
        feeds = []
        numbers = []
    }

    /// The remarks on brokers that cannot be reached, and on documents that cannot be checked.
    var notes: [String] {
        feeds.compactMap { feed in
            feed.failure.map { "the broker of \(feed.text) is lost: \($0.message)" }
        } + [deliveries.missingHash].compactMap(\.self)
    }

    /// The state, as the interface sends it: an object of type Hints.
    var json: JSON {
        .members([
            "brokers": .array(
                feeds.map { feed in
                    .members([
                        "url": .string(feed.text),
                        "connectedUSec": feed.since.map { .int($0.microseconds) },
                        "failure": feed.failure.map { .string($0.message) },
                        "lostUSec": feed.lost.map { .int($0.microseconds) },
                    ])
                }),
            "received": .int(received), "requests": .int(started), "useful": .int(useful),
            "delivered": .int(deliveries.count),
        ])
    }

    /// Records that an attempt starts, which answers all messages so far.
    ///
    /// - Parameter isScheduled: Whether it was due, so that a hint may have moved it forward.
    func recordAttempt(isScheduled: Bool) {
        isUnderWay = isScheduled && replaced != nil
        if isUnderWay { started += 1 } else { replaced = nil }
        isPending = false
    }

    /// Learns from the result of an attempt.
    ///
    /// - Parameter result: What it says about publications; `nil` if no request was sent.
    /// - Returns: Whether it was started by a hint, and found news.
    func record(_ result: AttemptResult?) -> Bool {
        guard isUnderWay else { return false }
        switch result {
        case .published:
            useful += 1
            trust.recordUseful()
            replaced = nil
            return true
        case .unchanged:
            trust.recordUseless(at: source.clocks.scheduler.now, every: interval)
            usedUp = replaced
        case .failed, nil: replaced = nil
        }
        return false
    }

    /// Returns the time until the moment of the request that the last one has replaced in vain; the next one is
    /// an interval after it. Zero if it has replaced none, and with a learned rhythm, whose account has paid for
    /// it.
    func removeReplaced() -> Duration {
        defer {
            replaced = nil
            isUnderWay = false
        }
        guard isUnderWay, let replaced, !hasRhythm else { return .zero }
        return max(.zero, replaced - source.now)
    }

    /// Plans the request for messages that arrived during the last one.
    func continueAfterAttempt() {
        isUnderWay = false
        replaced = nil
        planPending()
    }

    /// Plans the request for messages that ask for one.
    func planPending() { if isPending { plan() } }

    /// Starts a request, as early as it is allowed, unless hints were in vain lately.
    func requestDocument() {
        guard trust.isOpen(at: source.clocks.scheduler.now) else { return }
        isPending = true
        plan()
    }

    /// Whether requests follow a rhythm, and not a timer.
    private var hasRhythm: Bool { source.rhythmSummary?.isLearned == true }

    private var interval: Duration { source.definition.interval ?? .seconds(3600) }

    private func receive(_ hint: Hint, from number: Int, by broker: HintSetting) {
        guard recent.insert(hint, from: number) else { return }
        received += 1
        if !deliveries.insert(hint, from: broker) { requestDocument() }
    }

    /// Moves the next request forward, as far as the host, the budget and the last one allow.
    private func plan() {
        guard source.attemptStart == nil, source.wanted.isEmpty, source.request.failures == 0,
            let next = source.request.nextAttempt
        else { return }
        let moment = source.now + delay
        guard moment < next else { return }
        replaced = replaced ?? next
        source.planNext(after: moment - source.now)
    }

    /// The time until a request for a hint is allowed.
    private var delay: Duration {
        let now = source.now
        let clock = source.clocks.scheduler.now
        let least = max(source.pause ?? .zero, min(.seconds(60), max(.seconds(5), interval / 20)))
        let rest = source.lastAttempt.map { $0 + least - clock } ?? .zero
        return max(.zero, source.hold(at: now), rest, trust.isUnbroken ? .zero : budgetRest(at: now))
    }

    /// The time until the budget allows a request that may be in vain.
    private func budgetRest(at now: UTC) -> Duration {
        if hasRhythm { return source.budgetRest(at: now) }
        return usedUp.map { $0 - now } ?? .zero
    }
}
