import CCurl
import Reactive
import Records
import Systemd

/// One attempt from start to answer: waits in the host queue, follows redirects and judges the response.
final class Exchange {
    private let request: FetchRequest
    private let fetcher: Fetcher
    private let listens: ((Progress) -> Void)?
    private var done: ((Result<Answer, FetchFailure>) -> Void)?
    private var time: AttemptTime
    private var ticket: HostQueue.Ticket?
    private var transfer: Transfer?
    private var looking: AnyCancellable?
    /// Whether a name was looked up, which is the last step noted before the queue.
    private var hasLookedUp = false
    private var redirectChain = RedirectChain()
    private var steps: [Progress] = []

    init(
        _ request: FetchRequest, by fetcher: Fetcher, listens: ((Progress) -> Void)?,
        done: @escaping (Result<Answer, FetchFailure>) -> Void
    ) {
        self.request = request
        self.fetcher = fetcher
        self.listens = listens
        self.done = done
        time = AttemptTime(limit: request.timeout, from: fetcher.loop.now)
    }

    /// Enters the host queue, unless the request is refused at once.
    func start() {
        do throws(FetchFailure) {
            let address = try WebAddress(request.url)
            try check(address)
            redirectChain = RedirectChain(address)
            record(.queued(host: address.host))
            withAddresses(of: address) { [unowned self] _, _ in enqueue(address) }
        } catch {
            finish(.failure(error))
        }
    }

    private func enqueue(_ address: WebAddress) {
        var isWaiting = true
        time.enterQueue(at: fetcher.loop.now)
        ticket = fetcher.enqueue(request, to: address) { [self] in
            isWaiting = false
            time.leaveQueue(at: fetcher.loop.now)
            go()
        }
        fetcher.pump()
        if isWaiting, hasLookedUp { record(.queued(host: address.host)) }
    }

    /// Sends the request; called when the host queue grants the turn.
    private func go() {
        guard let address = redirectChain.address, done != nil else { return }
        if let failure = fetcher.held(address) { return finish(.failure(failure)) }
        send(to: address)
    }

    /// Aborts the attempt and releases all resources; no callback follows.
    func cancel() {
        done = nil
        release()
    }

    private func check(_ address: WebAddress) throws(FetchFailure) {
        guard request.isSound else {
            throw FetchFailure(
                .configuration, "a header contains a line break or another control character: correct Header="
            )
        }
        guard address.scheme == "https" || request.allowHTTP else {
            throw FetchFailure(
                .policy, "\(address.host): plain http is not allowed; use https, or set AllowHTTP=yes")
        }
        guard fetcher.hasRoute() || address.isThisMachine || request.allowPrivate else {
            throw .offline(address.host)
        }
        if let failure = fetcher.held(address) { throw failure }
    }

    /// The time since the attempt began.
    private var elapsed: Duration { time.elapsed(at: fetcher.loop.now) }
    /// The remaining time of the attempt.
    private var remaining: Duration { time.remaining(at: fetcher.loop.now) }

    /// Calls `next` once a host's addresses are known, with the addresses and the duration of the lookup. The
    /// addresses are `nil` if no lookup is needed or the proxy resolves the name.
    private func withAddresses(
        of address: WebAddress, _ next: @escaping (_ addresses: [IPAddress]?, _ took: Duration) -> Void
    ) {
        guard address.needsLookup, request.proxies.proxy(for: address) == nil else { return next(nil, .zero) }
        if let known = fetcher.lookups.addresses(of: address.asciiHost, trust: fetcher.trust) {
            return next(known, .zero)
        }
        let begin = fetcher.loop.now
        hasLookedUp = true
        looking = fetcher.lookups.find(address.asciiHost, within: remaining) {
            [unowned self] in
            record(.resolving(host: address.host))
        } done: { [unowned self] found in
            looking = nil
            switch found {
            case .success(let addresses): next(addresses, fetcher.loop.now - begin)
            case .failure(let failure): finish(.failure(judge(failure, of: address)))
            }
        }
    }

    private func judge(_ failure: LookupFailure, of address: WebAddress) -> FetchFailure {
        fetcher.hasRoute() ? failure.failure(of: address.host) : .offline(address.host)
    }

    private func send(to address: WebAddress) {
        withAddresses(of: address) { [unowned self] addresses, took in
            transfer(to: address, at: addresses, lookedUpIn: took)
        }
    }

    private func transfer(to address: WebAddress, at addresses: [IPAddress]?, lookedUpIn took: Duration) {
        // With a proxy, nothing else checks a literal IP address.
        if let ip = IPAddress(address.host), let refusal = request.refusal(of: ip, for: address.host) {
            return finish(.failure(refusal))
        }
        do {
            let transfer = Transfer(
                request, to: address, cookies: redirectChain.cookies.field(for: address), within: remaining,
                trust: fetcher.trust,
                in: try fetcher.multi(),
                listens: { [unowned self] step in record(step) },
                done: { [unowned self] code in judge(code) })
            if let addresses { transfer.use(addresses, lookedUpIn: took) }
            self.transfer = transfer
            transfer.start()
        } catch {
            finish(.failure(error))
        }
    }

    private func judge(_ code: CURLcode) {
        guard let transfer else { return }
        transfer.remove()
        // The body of a redirect or an error is ignored, and so is how the transfer of that body ended.
        if transfer.status >= 300 {
            judgeStatus(transfer)
        } else if let failure = transfer.failure(code, hasRoute: fetcher.hasRoute()) {
            finish(.failure(failure))
        } else {
            judgeStatus(transfer)
        }
    }

    private func judgeStatus(_ transfer: Transfer) {
        do throws(FetchFailure) {
            let classifier = ResponseVerdict(transfer, received: fetcher.loop.wall)
            if let reference = classifier.redirect { return try follow(reference, transfer) }
            finish(.success(try classifier.answer(redirectChain)))
        } catch {
            var failure = error
            failure.timings = transfer.timings
            fetcher.heed(failure, at: transfer.address)
            finish(.failure(failure))
        }
    }

    private func follow(_ reference: String, _ transfer: Transfer) throws(FetchFailure) {
        let next = try transfer.address.resolving(reference)
        redirectChain.store(transfer.headers, at: fetcher.loop.wall)
        try redirectChain.follow(next, transfer.status, request)
        record(.redirected(status: transfer.status, to: next.description))
        if let failure = fetcher.held(next) { throw failure }
        send(to: next)
    }

    private func finish(_ result: Result<Answer, FetchFailure>) {
        guard let done else { return }
        self.done = nil
        tell()
        release(transfer == nil ? nil : result)
        done(result)
    }

    /// Releases all resources; `result` is that of a request that was sent.
    private func release(_ result: Result<Answer, FetchFailure>? = nil) {
        looking = nil
        transfer?.remove()
        transfer = nil
        let isHung = result.map {
            if case .failure(let failure) = $0 { failure.reason == .timeout } else { false }
        }
        if let ticket { fetcher.leave(ticket, isHung: isHung) }
        ticket = nil
    }

    /// Records a step for later delivery: libcurl may be on the call stack.
    private func record(_ step: Progress.Step) {
        guard listens != nil else { return }
        let progress = Progress(step: step, elapsed: elapsed)
        if steps.isEmpty { fetcher.loop.next { [weak self] in self?.tell() } }
        if case .receiving = step, case .receiving = steps.last?.step { steps.removeLast() }
        steps.append(progress)
    }

    private func tell() {
        let told = steps
        steps = []
        for step in told { listens?(step) }
    }
}
