import CCurl
import Reactive
import Records
public import Systemd

/// Fetches documents without burdening the upstreams: few requests at a time, spaced per host, conditional,
/// and within limits.
///
/// Runs on the event loop and never blocks it: other threads resolve names, large bodies go to files, and
/// highly compressed bodies are decoded over several turns.
public final class Fetcher {
    let limits: FetchLimits
    let hasRoute: () -> Bool
    private var madeMulti: Multi?
    /// Resolves names before a transfer starts, so that a lookup that hangs occupies no transfer.
    let lookups: Lookups
    /// The access tokens of requests that need one.
    let tokens: AccessTokens
    private var queue: HostQueue
    /// Starts each request that waits for its turn.
    private var waiting: [HostQueue.Ticket: () -> Void] = [:]
    private var pumping: AnyCancellable?
    private var changed: LoopTime?
    /// Released last: timers that refer to it are cancelled first.
    let loop: EventLoop

    /// Creates a fetcher.
    ///
    /// - Parameters:
    ///   - loop: The event loop that it runs on.
    ///   - limits: The limits on transfers, lookups and memory.
    ///   - hasRoute: Whether the machine has a route to the network now. Without one, only requests to this
    ///     machine and requests with `allowPrivate` are sent.
    public init(on loop: EventLoop, limits: FetchLimits, hasRoute: @escaping () -> Bool = { true }) {
        self.loop = loop
        self.limits = limits
        self.hasRoute = hasRoute
        queue = HostQueue(limits: limits)
        tokens = AccessTokens(on: loop)
        lookups = Lookups(on: loop, limit: limits.lookups, patience: limits.connecting)
    }

    /// Loads libcurl ahead of the first request, which would otherwise load it. Can be called on any thread.
    public nonisolated static func load() {
        // A failure to load is reported by the first request.
        _ = almanac_curl_load()
    }

    /// Discards idle connections and resolved names after a resume or a change of routes, because they may no
    /// longer be valid.
    public func networkChanged() { changed = loop.now }

    /// Returns the set of transfers, and creates it for the first request: a machine that only watches files
    /// needs no TLS library in memory.
    ///
    /// - Throws: A failure of reason `file` if libcurl cannot be loaded or set up; the next request tries
    ///   again.
    func multi() throws(FetchFailure) -> Multi {
        if let madeMulti { return madeMulti }
        let multi = try Multi(on: loop, limits: limits)
        madeMulti = multi
        return multi
    }

    /// The time since the network last changed; one day if it has not changed.
    var trust: Duration { changed.map { loop.now - $0 } ?? .seconds(86_400) }

    /// Adds a request to the queue of its host.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - address: The address to send it to.
    ///   - start: Called when its turn has come, unless the ticket was given back before.
    /// - Returns: The ticket of its place in the queue.
    func enqueue(
        _ request: FetchRequest, to address: WebAddress, start: @escaping () -> Void
    ) -> HostQueue.Ticket {
        let usual = address.isThisMachine ? .zero : limits.spacing
        let ticket = queue.add(
            address.hostAndPort, address: address.text, spacing: request.spacing ?? usual,
            overdue: loop.now + request.timeout)
        waiting[ticket] = start
        return ticket
    }

    /// Gives a place in the queue back, used or not.
    ///
    /// - Parameters:
    ///   - ticket: The ticket of the place.
    ///   - isHung: Whether the request ran until its timeout; `nil` if it was cancelled or not sent.
    func leave(_ ticket: HostQueue.Ticket, isHung: Bool?) {
        waiting[ticket] = nil
        queue.remove(ticket, at: loop.now, isHung: isHung)
        loop.next { [weak self] in self?.pump() }
    }

    /// Starts the requests whose turn has come.
    func pump() {
        for ticket in queue.start(at: loop.now) { waiting.removeValue(forKey: ticket)?() }
        pumping = queue.next(after: loop.now).map { moment in
            loop.after(moment - loop.now, slack: .zero) { [unowned self] in pump() }
        }
    }

    /// Returns why a host must not be contacted now; `nil` if it may be.
    func held(_ address: WebAddress) -> FetchFailure? {
        guard let rest = queue.hold(of: address.hostAndPort, at: loop.now) else { return nil }
        return FetchFailure(
            .waiting,
            "\(address.host) asked this machine to wait; \(max(1, rest.components.seconds)) s remain",
            retryAfter: rest)
    }

    /// Holds all requests to the host of an address, which asked an earlier run to wait.
    public func hold(_ address: String, for time: Duration) {
        // The attempt itself reports an invalid address.
        guard let address = try? WebAddress(address) else { return }
        queue.hold(address.hostAndPort, until: loop.now + min(time, Freshness.longestDelay))
    }

    /// Holds all requests to a host that asks to wait; other failures concern only the source.
    func heed(_ failure: FetchFailure, at address: WebAddress) {
        guard failure.concernsHost else { return }
        queue.hold(address.hostAndPort, until: loop.now + (failure.retryAfter ?? limits.holdAfterRefusal))
    }
}
