import AlmanacClient
import AlmanacValues
import HTTPServing
import Reactive

/// A selector that streams follow: one feed for all that are up to date, and one for each cursor from which
/// streams catch up.
///
/// A feed that catches up ends at the first event that the main feed has, too; its streams then continue with
/// the main feed. No event is lost or repeated, because both have the same events in the same order.
final class ChangeTopic {
    /// The main feed.
    let feed: ChangeFeed
    /// A feed that catches up, and the slot that it uses.
    private struct CatchUp {
        let feed: ChangeFeed
        let slot: Int
    }

    private var catchingUp: [String: CatchUp] = [:]
    private let make: () -> ChangeFeed
    private let slots: FairSlots
    /// Called when no stream is left.
    var unused: () -> Void = {}

    /// Makes a topic.
    ///
    /// - Parameters:
    ///   - cursor: The cursor of its first stream, after which the main feed begins; `nil` for now.
    ///   - slots: The slots of feeds that catch up, which all topics share.
    ///   - make: Makes a feed.
    init(since cursor: String?, slots: FairSlots, make: @escaping () -> ChangeFeed) {
        self.make = make
        self.slots = slots
        feed = make()
        base = cursor
        feed.start(since: cursor)
    }

    /// The cursor from which the main feed began; `nil` if it began without one.
    private let base: String?

    /// Answers a request with a stream of the events after a cursor, or from now on.
    ///
    /// - Returns: Whether the client may have one; it is refused if it had to catch up, and all feeds that do
    ///   are in use.
    func answer(
        _ exchange: HTTPExchange, since cursor: String?, for client: HTTPRequest.Client,
        headers: HTTPResponse.Headers, greeting: [UInt8], finished: @escaping () -> Void
    ) -> Bool {
        guard let (feed, position) = start(after: cursor, for: client) else { return false }
        // A client that receives no event for long must nevertheless know where it is.
        let ready = cursor == nil ? feed.lastCursor.map { EventEncoding.ready($0).bytes } ?? [] : []
        let absence = feed.isReachable == false ? EventEncoding.reachability(false).bytes : []
        let first = greeting + absence + ready
        let stream = EventStream(of: feed, from: position, greeting: first) { [weak self] in
            self?.leave($0)
            finished()
        }
        if feed !== self.feed, let cursor {
            stream.drained = { [weak self, weak feed] in
                if let feed { self?.merge($0, of: feed, since: cursor) }
            }
        }
        stream.answer(exchange, headers: headers)
        return true
    }

    /// Ends all streams, whose clients resume.
    func cutOff() {
        feed.cutOff()
        for cursor in catchingUp.keys { cutOff(cursor) }
    }

    /// Returns the feed and the position of the first event after a cursor; `nil` if there is no slot for a
    /// feed.
    private func start(
        after cursor: String?, for client: HTTPRequest.Client
    ) -> (ChangeFeed, Int)? {
        guard let cursor else { return (feed, feed.ring.end) }
        if let position = feed.ring.position(after: cursor) { return (feed, position) }
        if cursor == base, feed.ring.start == 0 { return (feed, 0) }
        if let known = catchingUp[cursor]?.feed, known.ring.start == 0 { return (known, 0) }
        cutOff(cursor)
        let slot = slots.acquire(for: client) { [weak self] in self?.cutOff(cursor) }
        guard let slot else { return nil }
        let feed = make()
        catchingUp[cursor] = CatchUp(feed: feed, slot: slot)
        feed.start(since: cursor)
        return (feed, 0)
    }

    private func cutOff(_ cursor: String) {
        guard let catchUp = catchingUp.removeValue(forKey: cursor) else { return }
        slots.release(catchUp.slot)
        catchUp.feed.cutOff()
    }

    /// Passes a stream that has sent all events of a feed that catches up to the main feed.
    private func merge(_ stream: EventStream, of feed: ChangeFeed, since cursor: String) {
        guard let last = feed.lastCursor, let position = self.feed.ring.position(after: last) else { return }
        stream.drained = { _ in }
        stream.move(to: self.feed, at: position)
        forget(feed, since: cursor)
    }

    private func leave(_ stream: EventStream) {
        for (cursor, catchUp) in catchingUp { forget(catchUp.feed, since: cursor) }
        if feed.isUnused, catchingUp.isEmpty { unused() }
    }

    private func forget(_ feed: ChangeFeed, since cursor: String) {
        guard feed.isUnused, let catchUp = catchingUp[cursor], catchUp.feed === feed else { return }
        slots.release(catchUp.slot)
        feed.stop()
        catchingUp[cursor] = nil
    }
}
