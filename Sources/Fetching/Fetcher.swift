import CCurl
public import Reactive
public import Systemd

/// Asks upstreams, politely: few at a time, spaced per host, only what changed, within limits.
///
/// Lives on the loop and never holds it up: names are looked up beside it, large bodies go to a file, and what a few
/// bytes blow up to is decoded in turns.
public final class Fetcher {
    let limits: Limits
    let hasRoute: () -> Bool
    /// Made when the first is asked: a machine that only watches files needs no TLS in memory.
    private(set) lazy var multi = Multi(on: loop, connections: limits.transfers * 2)
    private var queue: HostQueue
    private var waiting: [HostQueue.Ticket: Exchange] = [:]
    private var pumping: AnyCancellable?
    private var changed: LoopTime?
    /// Let go of last: its timers go before it.
    let loop: EventLoop

    /// Makes a fetcher.
    ///
    /// - Parameters:
    ///   - loop: Where it lives.
    ///   - limits: What it keeps to.
    ///   - hasRoute: Whether there is a way to the network now; without one only this machine and, for requests that
    ///     allow it, the local network are asked.
    public init(on loop: EventLoop, limits: Limits, hasRoute: @escaping () -> Bool = { true }) {
        (self.loop, self.limits, self.hasRoute) = (loop, limits, hasRoute)
        queue = HostQueue(limits: limits)
    }

    /// Loads what asks over the network, ahead of the first request, which loads it else. On any thread.
    public nonisolated static func load() {
        // Whether it can be loaded is told when it is needed.
        _ = curl_load()
    }

    /// Asks once for each subscription, from its first demand on; letting go of the subscription breaks off at once.
    ///
    /// - Parameters:
    ///   - request: What to ask.
    ///   - progress: Told each step of the attempt, on the loop.
    /// - Returns: One answer, or a failure that says what to do.
    public func fetch(
        _ request: Request, progress: ((Progress) -> Void)? = nil
    ) -> AnyPublisher<Answer, FetchFailure> {
        Fetch(request: request, fetcher: self, progress: progress).eraseToAnyPublisher()
    }

    /// Forgets idle connections and known names: the machine woke up, or its way to the network changed, and what was
    /// true before need not be.
    public func networkChanged() { changed = loop.now }

    /// Since when what is known of the network holds; a day stands for ever.
    var trust: Duration { changed.map { loop.now - $0 } ?? .seconds(86_400) }

    /// Takes a place in a host's line.
    func enqueue(_ exchange: Exchange, _ address: WebAddress) -> HostQueue.Ticket {
        let usual = address.isThisMachine ? .zero : limits.spacing
        let ticket = queue.add(address.host, spacing: exchange.request.spacing ?? usual)
        waiting[ticket] = exchange
        return ticket
    }

    /// Gives a place back, used or not.
    func leave(_ ticket: HostQueue.Ticket) {
        waiting[ticket] = nil
        queue.end(ticket, at: loop.now)
        loop.next { [weak self] in self?.pump() }
    }

    /// Lets those begin whose turn it is.
    func pump() {
        for ticket in queue.start(at: loop.now) { waiting.removeValue(forKey: ticket)?.go() }
        pumping = queue.next(after: loop.now).map { moment in
            loop.after(moment - loop.now, slack: .zero) { [unowned self] in pump() }
        }
    }

    /// Why a host is not asked now; `nil` when it may be.
    func held(_ address: WebAddress) -> FetchFailure? {
        guard let rest = queue.hold(of: address.host, at: loop.now) else { return nil }
        return FetchFailure(
            .waiting,
            "\(address.host) asked all of us to wait; \(max(1, rest.components.seconds)) s are left",
            retryAfter: rest)
    }

    /// Leaves a host alone that asks for it; other failures concern only the source.
    func heed(_ failure: FetchFailure, at host: String) {
        guard failure.httpStatus == 429 || failure.httpStatus == 503 else { return }
        queue.hold(host, until: loop.now + (failure.retryAfter ?? limits.holdAfterRefusal))
    }
}
