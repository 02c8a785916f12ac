import CCurl
import Reactive
import Records
import Systemd

/// One attempt from its beginning to its answer: waits for its turn, follows redirects, judges what came.
final class Exchange {
    let request: Request
    private let fetcher: Fetcher
    private let listens: ((Progress) -> Void)?
    private var done: ((Result<Answer, FetchFailure>) -> Void)?
    private let start: LoopTime
    private var ticket: HostQueue.Ticket?
    private var transfer: Transfer?
    private var trail = Trail()
    private var steps: [Progress] = []

    init(
        _ request: Request, by fetcher: Fetcher, listens: ((Progress) -> Void)?,
        done: @escaping (Result<Answer, FetchFailure>) -> Void
    ) {
        (self.request, self.fetcher, self.listens, self.done) = (request, fetcher, listens, done)
        start = fetcher.loop.now
    }

    /// Takes a place in the host's line, unless there is a reason not to ask at all.
    func begin() {
        do throws(FetchFailure) {
            let address = try WebAddress(request.url)
            try check(address)
            trail = Trail(address)
            ticket = fetcher.enqueue(self, address)
            note(.queued(host: address.host))
            fetcher.pump()
        } catch {
            finish(.failure(error))
        }
    }

    /// It is this one's turn.
    func go() {
        guard let address = trail.address, done != nil else { return }
        if let failure = fetcher.held(address) { return finish(.failure(failure)) }
        send(to: address)
    }

    /// Breaks off and gives back everything; nothing is told any more.
    func cancel() {
        done = nil
        release()
    }

    private func check(_ address: WebAddress) throws(FetchFailure) {
        guard request.isSound else {
            throw FetchFailure(
                .configuration, "a header holds a line end or another control character: mend Header=")
        }
        guard address.scheme == "https" || request.allowHTTP else {
            throw FetchFailure(
                .policy, "\(address.host): plain http is not asked; use https, or AllowHTTP=yes")
        }
        guard fetcher.hasRoute() || address.isThisMachine || request.allowPrivate else {
            throw .offline(address.host)
        }
        if let failure = fetcher.held(address) { throw failure }
    }

    /// Since it has begun.
    private var elapsed: Duration { fetcher.loop.now - start }

    private func send(to address: WebAddress) {
        // Behind a proxy nothing else looks at an address that is written out.
        if let ip = IPAddress(address.host), let refusal = request.refusal(of: ip, for: address.host) {
            return finish(.failure(refusal))
        }
        let transfer = Transfer(
            request, to: address, within: request.timeout - elapsed, by: fetcher,
            listens: { [unowned self] step in note(step) },
            done: { [unowned self] code in judge(code) })
        self.transfer = transfer
        fetcher.multi.add(transfer)
    }

    private func judge(_ code: CURLcode) {
        guard let transfer else { return }
        fetcher.multi.remove(transfer)
        // The body of a redirect or refusal does not count, so neither does how it ended.
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
            let verdict = Verdict(transfer, received: fetcher.loop.wall)
            if let reference = verdict.redirect { return try follow(reference, transfer) }
            finish(.success(try verdict.answer(trail)))
        } catch {
            var failure = error
            failure.timings = transfer.timings
            fetcher.heed(failure, at: transfer.address.host)
            finish(.failure(failure))
        }
    }

    private func follow(_ reference: String, _ transfer: Transfer) throws(FetchFailure) {
        let next = try transfer.address.resolving(reference)
        try trail.follow(next, transfer.status, request)
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
        if let transfer { fetcher.multi.remove(transfer) }
        transfer = nil
        if let ticket { fetcher.leave(ticket) }
        ticket = nil
    }

    /// Keeps a step for later: this may be called from inside of libcurl.
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
