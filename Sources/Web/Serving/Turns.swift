import HTTPServing
import Reactive

/// The order of requests that need data of the daemon, of which only some are answered at once.
///
/// The daemon answers one call after the other: more requests at once would not be answered sooner, but each
/// keeps records in memory until its response is complete.
final class Turns {
    private struct Waiting {
        let since: LoopTime
        let answer: (_ isInTime: Bool) -> Void
    }

    private let now: () -> LoopTime
    /// The number of requests that may begin now.
    private var room: Int
    private var waiting: [Waiting] = []
    private var isAdvancing = false

    /// Makes an order in which a number of requests are answered at once.
    init(_ most: Int, now: @escaping () -> LoopTime) {
        room = most
        self.now = now
    }

    /// Queues a request, and calls `answer` when its turn comes; the turn lasts until ``release()``.
    ///
    /// - Parameter answer: Receives whether the request waited less than a call of the daemon may take.
    func enqueue(_ answer: @escaping (_ isInTime: Bool) -> Void) {
        waiting.append(Waiting(since: now(), answer: answer))
        advance()
    }

    /// The response to a request is complete: the next request has its turn.
    func release() {
        room += 1
        advance()
    }

    /// Starts requests; one that is answered at once calls `release` within this function.
    private func advance() {
        guard !isAdvancing else { return }
        isAdvancing = true
        defer { isAdvancing = false }
        while room > 0, !waiting.isEmpty {
            room -= 1
            let next = waiting.removeFirst()
            next.answer(now() - next.since < DaemonCalls.patience)
        }
    }
}

/// A number of slots that all clients share.
///
/// If all are in use, a client that has fewer of them gets one of the client that has most, the newest;
/// a client that has most itself is refused. Nobody is refused because of another one that has more.
final class FairSlots {
    private struct Slot {
        let client: HTTPRequest.Client
        let end: () -> Void
    }

    private let most: Int
    /// The slots in use by their numbers, which increase.
    private var slots: [Int: Slot] = [:]
    private var last = 0

    /// Makes so many slots.
    init(_ most: Int) { self.most = most }

    /// Acquires a slot, which is in use until it is released.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - end: Called when another client gets the slot.
    /// - Returns: The number of the slot; `nil` if the client is refused.
    func acquire(for client: HTTPRequest.Client, end: @escaping () -> Void) -> Int? {
        guard slots.count < most || makeRoom(for: client) else { return nil }
        last += 1
        slots[last] = Slot(client: client, end: end)
        return last
    }

    /// Releases a slot; one that another client got meanwhile was released then.
    func release(_ number: Int) { slots[number] = nil }

    private func makeRoom(for client: HTTPRequest.Client) -> Bool {
        let counts = Dictionary(slots.values.map { ($0.client, 1) }, uniquingKeysWith: +)
        guard let (greediest, count) = counts.max(by: { $0.value < $1.value }),
            count > (counts[client] ?? 0) + 1,
            let newest = slots.filter({ $0.value.client == greediest }).keys.max()
        else { return false }
        slots.removeValue(forKey: newest)?.end()
        return true
    }
}
