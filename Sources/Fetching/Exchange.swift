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
    private let start: LoopTime
    private var ticket: HostQueue.Ticket?
    private var transfer: Transfer?
    private var looking: AnyCancellable?
    private var redirectChain = RedirectChain()
    private var steps: [Progress] = []

    init(
        _ request: FetchRequest, by fetcher: Fetcher, listens: ((Progress) -> Void)?,
        done: @escaping (Result<Answer, FetchFailure>) -> Void
    ) {
        (self.request, self.fetcher, self.listens, self.done) = (request, fetcher, listens, done)
        start = fetcher.loop.now
    }

    /// Enters the host queue, unless the request is refused at once.
    func begin() {
        do throws(FetchFailure) {
            let address = try WebAddress(request.url)
            try check(address)
            redirectChain = RedirectChain(address)
            note(.queued(host: address.host))
            withAddresses(of: address) { [unowned self] _, _ in
                ticket = fetcher.enqueue(request, to: address) { [self] in go() }
                fetcher.pump()
            }
        } catch {
            finish(.failure(error))
        }
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
    private var elapsed: Duration { fetcher.loop.now - start }

    /// Calls `next` once a host's addresses are known, with the addresses and the duration of the lookup. The
    /// addresses are `nil` if no lookup is needed or the proxy resolves the name.
    private func withAddresses(
        of address: WebAddress, _ next: @escaping (_ addresses: [IPAddress]?, _ took: Duration) -> Void
    ) {
        guard address.needsLookup, request.proxy == nil else { return next(nil, .zero) }
        if let known = fetcher.lookups.addresses(of: address.asciiHost, trust: fetcher.trust) {
            return next(known, .zero)
        }
        let begin = fetcher.loop.now
        looking = fetcher.lookups.find(address.asciiHost, within: request.timeout - elapsed) {
            [unowned self] in
            note(.resolving(host: address.host))
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
                request, to: address, within: request.timeout - elapsed, trust: fetcher.trust,
                in: try fetcher.multi(),
                listens: { [unowned self] step in note(step) },
                done: { [unowned self] code in judge(code) })
            if let addresses { transfer.use(addresses, lookedUpIn: took) }
            self.transfer = transfer
            transfer.begin()
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
            fetcher.heed(failure, at: transfer.address.host)
            finish(.failure(failure))
        }
    }

    private func follow(_ reference: String, _ transfer: Transfer) throws(FetchFailure) {
        let next = try transfer.address.resolving(reference)
        try redirectChain.follow(next, transfer.status, request)
        note(.redirected(status: transfer.status, to: next.description))
        if let failure = fetcher.held(next) { throw failure }
        send(to: next)
    }

    private func finish(_ result: Result<Answer, FetchFailure>) {
        guard let done else { return }
        self.done = nil
        tell()
        release()
        done(result)
    }

    private func release() {
        looking = nil
        transfer?.remove()
        transfer = nil
        if let ticket { fetcher.leave(ticket) }
        ticket = nil
    }

    /// Records a step for later delivery: libcurl may be on the call stack.
    private func note(_ step: Progress.Step) {
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
