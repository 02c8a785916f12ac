import CCurl
import Systemd

/// One request on its way to one address, and what comes back; redirects are another transfer.
final class Transfer {
    var easy = EasyHandle()
    /// Where it goes.
    let address: WebAddress
    /// How far it came, as a person would say it.
    private(set) var step: Progress.Step
    /// The status of the answer; 0 before it.
    private(set) var status = 0
    /// The answer's fields.
    private(set) var headers = Headers()
    /// What our own rules found wrong; libcurl then ends the transfer with an error of no meaning.
    private(set) var fault: FetchFailure?
    /// What came of the body; `nil` for an answer whose body does not count.
    private(set) var intake: Intake?

    let request: Request
    /// What is left of the attempt's time.
    let time: Duration
    private let fetcher: Fetcher
    private let listens: (Progress.Step) -> Void
    private let done: (CURLcode) -> Void
    private var head = 0
    private var passedOver = 0
    /// The body's length, where it is not coded; `nil` when unsaid.
    private var length: Int?
    /// What may still be taken in during this turn of the loop, bytes; libcurl itself would go on for 30 MB.
    private var budget = Transfer.budget
    private var turn = 0
    private var isPaused = false
    private var isGoingOn = false
    private var result: CURLcode?

    /// Makes a transfer that has not begun.
    ///
    /// - Parameters:
    ///   - request: What to ask.
    ///   - address: Where.
    ///   - time: What is left of the attempt's time.
    ///   - fetcher: What all transfers keep to.
    ///   - listens: Told each step; inside of libcurl, so it must only note it.
    ///   - done: Told libcurl's verdict when all of the body was taken in.
    init(
        _ request: Request, to address: WebAddress, within time: Duration, by fetcher: Fetcher,
        listens: @escaping (Progress.Step) -> Void, done: @escaping (CURLcode) -> Void
    ) {
        (self.request, self.address, self.time, self.fetcher) = (request, address, time, fetcher)
        (self.listens, self.done) = (listens, done)
        step = .resolving(host: address.host)
        setUp()
        listens(step)
    }

    /// What all transfers keep to.
    var limits: Limits { fetcher.limits }

    /// For how long a connection may have been idle, and a name known: not since before the network changed.
    var trust: Duration { fetcher.trust }

    /// How the parts of it took their time.
    var timings: Timings {
        var timings = Timings()
        timings.resolved = easy.moment(CURLINFO_NAMELOOKUP_TIME_T)
        timings.connected = easy.moment(CURLINFO_CONNECT_TIME_T)
        timings.secured = easy.moment(CURLINFO_APPCONNECT_TIME_T)
        timings.answered = easy.moment(CURLINFO_STARTTRANSFER_TIME_T)
        timings.total = easy.moment(CURLINFO_TOTAL_TIME_T) ?? .zero
        (timings.receivedBytes, timings.decodedBytes) = (intake?.received ?? 0, intake?.decoded ?? 0)
        return timings
    }

    /// libcurl has nothing more to do; what is still being decoded is waited for.
    func end(_ result: CURLcode) {
        self.result = result
        if fault != nil || intake?.isBusy != true { done(result) }
    }

    /// Behind a proxy the address is the proxy's, which the definition names.
    private func allows(_ ip: IPAddress) -> Bool {
        guard request.proxy == nil, let refusal = request.refusal(of: ip, for: address.host) else {
            return true
        }
        fault = refusal
        return false
    }

    /// Whether an address may be tried; one of no family that we know may not.
    func mayConnect(to ip: IPAddress?) -> Bool {
        guard let ip, allows(ip) else { return false }
        move(.connecting(address: ip.description))
        return true
    }

    /// The connection stands, a new one or an old one; tells whether it may be used.
    func ask(at ip: IPAddress) -> Bool {
        guard allows(ip) else { return false }
        fault = nil
        move(.asking(address: ip.description))
        return true
    }

    /// Takes one line of the head; tells whether to go on.
    func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
        head += line.count
        guard head <= Transfer.longestHead else {
            fault = FetchFailure(.content, "\(address.host): the head of the answer has no end")
            return false
        }
        if line.starts(with: [0x48, 0x54, 0x54, 0x50, 0x2F]) {
            headers = Headers()
        } else if line.first == 0x0D || line.first == 0x0A {
            return beginBody()
        } else if intake == nil {
            headers.add(line: line)
        }
        return true
    }

    /// Takes a piece of the body; `nil` says that it must come again later.
    func takeBody(_ piece: UnsafeRawBufferPointer) -> Bool? {
        guard fault == nil else { return false }
        guard intake != nil else {
            passedOver += piece.count
            return passedOver <= Transfer.mostPassedOver
        }
        if turn != fetcher.multi.turns { (turn, budget) = (fetcher.multi.turns, Transfer.budget) }
        guard intake?.isBusy == false, budget > 0 else {
            isPaused = true
            goOnLater()
            return nil
        }
        return work { (intake, budget) throws(FetchFailure) in try intake.take(piece, &budget) }
    }

    private func beginBody() -> Bool {
        status = easy.number(CURLINFO_RESPONSE_CODE)
        guard status >= 200, intake == nil else { return true }
        move(.answering(status: status))
        guard status == 200 || status == 203 else { return true }
        do {
            try checkLength()
            let decoder = try ContentCoding.decoder(headers.all("content-encoding"))
            if decoder == nil { length = headers["content-length"].flatMap { Int($0) } }
            intake = Intake(decoder, limit: request.maximumBytes, fetcher.limits)
        } catch {
            fault = error
        }
        return fault == nil
    }

    /// libcurl takes the last of several lengths for true.
    private func checkLength() throws(FetchFailure) {
        guard Set(headers.all("content-length")).count <= 1 else {
            throw FetchFailure(.content, "the answer states two lengths")
        }
    }

    /// Has the intake do a bounded bit; the rest follows when the loop has served others.
    private func work(_ job: (inout Intake, inout Int) throws(FetchFailure) -> Void) -> Bool {
        do {
            guard var held = intake.take() else { return true }
            defer { intake = held }
            try job(&held, &budget)
        } catch {
            fault = error
            return false
        }
        move(.receiving(bytes: intake?.decoded ?? 0, of: length))
        if intake?.isBusy == true { goOnLater() }
        return true
    }

    private func goOnLater() {
        guard !isGoingOn else { return }
        isGoingOn = true
        fetcher.loop.next { [weak self] in self?.goOn() }
    }

    private func goOn() {
        isGoingOn = false
        guard fault == nil else { return }
        (turn, budget) = (fetcher.multi.turns, Transfer.budget)
        if intake?.isBusy == true {
            let isSound = work { (intake, budget) throws(FetchFailure) in try intake.resume(&budget) }
            guard isSound else { return done(CURLE_WRITE_ERROR) }
            if intake?.isBusy == true { return }
        }
        if let result { return done(result) }
        if isPaused { unpause() }
    }

    private func unpause() {
        isPaused = false
        let code = curl_easy_pause(easy.pointer, CURLPAUSE_CONT)
        if code != CURLE_OK { done(code) }
    }

    private func move(_ next: Progress.Step) {
        step = next
        listens(next)
    }

    /// How much is taken in and decoded in one turn, bytes: a few milliseconds.
    private static let budget = 1 << 20
    /// The most bytes of heads, those of interim answers included.
    private static let longestHead = 1 << 17
    /// How much of a body that does not count is read, so that the connection can be used again.
    private static let mostPassedOver = 1 << 16
}
