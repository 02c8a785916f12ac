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

    /// Calls a function when it is the turn of a request, which lasts until ``end()``.
    ///
    /// - Parameter answer: Called with whether the request waited less than a call of the daemon may take.
    func begin(_ answer: @escaping (_ isInTime: Bool) -> Void) {
        waiting.append(Waiting(since: now(), answer: answer))
        advance()
    }

    /// The response to a request is complete: the next request has its turn.
    func end() {
        room += 1
        advance()
    }

    /// Begins requests; a request that ends at once does so within this function.
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
