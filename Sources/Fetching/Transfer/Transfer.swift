import CCurl
import Records
import Systemd

/// One HTTP request to one address, and its response; a redirect needs another transfer.
final class Transfer: MultiClient {
    var easy = EasyHandle()
    /// The address requested.
    let address: WebAddress
    /// The step reached, for display.
    private(set) var step: Progress.Step
    /// The status of the response; 0 before it arrives.
    private(set) var status = 0
    /// The header fields of the response.
    private(set) var headers = Headers()
    /// The failure found by our own checks; libcurl then ends the transfer with a meaningless error.
    private(set) var fault: FetchFailure?
    /// The received body; `nil` for a response whose body is ignored.
    private(set) var receiver: BodyReceiver?

    /// The version of HTTP of the response, such as `HTTP/2`; empty before it arrives.
    private(set) var version = ""

    let request: FetchRequest
    /// The cookies of the redirect chain; `nil` if there are none.
    let cookies: String?
    /// The proxy; `nil` for none.
    let proxy: String?
    /// The remaining time of the attempt.
    let time: Duration
    /// The maximum age of an idle connection or a resolved name: the time since the network last changed.
    let trust: Duration
    private let multi: Multi
    private let listens: (Progress.Step) -> Void
    private let done: (CURLcode) -> Void
    /// The duration of the lookup that preceded the transfer; `nil` if libcurl resolves the name, or no
    /// lookup is needed.
    private(set) var lookup: Duration?
    private var head = 0
    private var passedOver = 0
    /// The body's length, if it is not coded; `nil` if not stated.
    private var length: Int?
    /// The number of bytes that may still be received in this turn of the loop; libcurl alone would continue
    /// for 30 MB.
    private var budget = Transfer.budget
    private var turn = 0
    private var isPaused = false
    private var isGoingOn = false
    private var result: CURLcode?

    /// Creates a transfer without starting it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - address: The address to send it to.
    ///   - cookies: The cookies of the redirect chain for that address; `nil` if there are none.
    ///   - time: The remaining time of the attempt.
    ///   - trust: The maximum age of an idle connection or a resolved name.
    ///   - multi: The set that the transfer belongs to, whose limits apply.
    ///   - listens: Receives each step; called inside libcurl, so it must only record it.
    ///   - done: Receives libcurl's result once the whole body has been processed.
    init(
        _ request: FetchRequest, to address: WebAddress, cookies: String? = nil, within time: Duration,
        trust: Duration, in multi: Multi, listens: @escaping (Progress.Step) -> Void,
        done: @escaping (CURLcode) -> Void
    ) {
        self.request = request
        self.address = address
        self.cookies = cookies
        proxy = request.proxies.proxy(for: address)
        self.time = time
        self.trust = trust
        self.multi = multi
        self.listens = listens
        self.done = done
        step = .resolving(host: address.host)
        setUp()
    }

    var handle: UnsafeMutableRawPointer { easy.pointer }

    /// The limits of all transfers.
    var limits: FetchLimits { multi.limits }

    /// The timings of the transfer.
    var timings: Timings {
        var timings = Timings()
        timings.resolved = easy.moment(CURLINFO_NAMELOOKUP_TIME_T)
        timings.connected = easy.moment(CURLINFO_CONNECT_TIME_T)
        timings.secured = easy.moment(CURLINFO_APPCONNECT_TIME_T)
        timings.answered = easy.moment(CURLINFO_STARTTRANSFER_TIME_T)
        timings.total = easy.moment(CURLINFO_TOTAL_TIME_T) ?? .zero
        if let lookup { timings.add(lookup: lookup) }
        timings.receivedBytes = receiver?.received ?? 0
        timings.decodedBytes = receiver?.decoded ?? 0
        return timings
    }

    /// Handles the end of the transfer; waits until the rest of the body is decoded.
    func finish(_ result: CURLcode) {
        self.result = result
        if fault != nil || receiver?.isBusy != true { done(result) }
    }

    /// Makes the transfer connect to addresses that were resolved before, and counts the duration of that
    /// lookup.
    func use(_ addresses: [IPAddress], lookedUpIn took: Duration) {
        lookup = took
        easy.resolve(address.asciiHost, port: address.port, to: addresses)
    }

    /// Starts the transfer.
    func start() {
        if lookup == nil { listens(step) }
        multi.add(self)
    }

    /// Aborts the transfer, unless it has ended.
    func remove() { multi.remove(self) }

    /// Ends the transfer because of a fault of this machine.
    func fail(_ reason: String) {
        fault = fault ?? FetchFailure(.connect, "\(address.host): \(reason); almanacd tries again")
        done(CURLE_ABORTED_BY_CALLBACK)
    }

    /// Cancels an older watch of this descriptor number, which the kernel has just given to a new socket.
    func opened(_ socket: curl_socket_t) { multi.forget(socket) }

    /// With a proxy, the address is that of the proxy, which the definition names.
    private func allows(_ ip: IPAddress) -> Bool {
        guard proxy == nil, let refusal = request.refusal(of: ip, for: address.host) else {
            return true
        }
        fault = refusal
        return false
    }

    /// Whether a connection to an address may be tried; an unknown address family is refused.
    func mayConnect(to ip: IPAddress?) -> Bool {
        guard let ip, allows(ip) else { return false }
        move(.connecting(address: ip.description))
        return true
    }

    /// Called when a new or reused connection is ready; returns whether it may be used.
    func ask(at ip: IPAddress) -> Bool {
        guard allows(ip) else { return false }
        fault = nil
        move(.asking(address: ip.description))
        return true
    }

    /// Processes one line of the head; returns whether to continue.
    func receiveHead(_ line: UnsafeRawBufferPointer) -> Bool {
        head += line.count
        guard head <= Transfer.longestHead else {
            fault = FetchFailure(.content, "\(address.host): the headers of the response do not end")
            return false
        }
        if line.starts(with: "HTTP/".utf8) {
            headers = Headers()
            version = String(decoding: line.prefix { $0 != .space }, as: UTF8.self)
        } else if line.first == .carriageReturn || line.first == .newline {
            return startBody()
        } else if receiver == nil {
            headers.add(line: line)
        }
        return true
    }

    /// Processes a piece of the body; returns `nil` if libcurl must deliver it again later, and `false` to
    /// abort.
    func receiveBody(_ piece: UnsafeRawBufferPointer) -> Bool? {
        guard fault == nil else { return false }
        guard receiver != nil else {
            passedOver += piece.count
            return passedOver <= Transfer.mostPassedOver
        }
        if turn != multi.turns { (turn, budget) = (multi.turns, Transfer.budget) }
        guard receiver?.isBusy == false, budget > 0 else {
            isPaused = true
            resumeLater()
            return nil
        }
        return work { (receiver, budget) throws(FetchFailure) in try receiver.receive(piece, &budget) }
    }

    private func startBody() -> Bool {
        status = easy.number(CURLINFO_RESPONSE_CODE)
        guard status >= 200, receiver == nil else { return true }
        move(.answering(status: status, version: version))
        if status == 304, version == "HTTP/2", multi.resetsStreams { return false }
        let isRefusal = request.readsRefusals && [400, 401].contains(status)
        guard status == 200 || status == 203 || isRefusal || statesReason else { return true }
        do {
            try checkLength()
            let decoder = try ContentCoding.decoder(headers.all("content-encoding"))
            if decoder == nil { length = headers["content-length"].flatMap { Int($0) } }
            let limit = statesReason ? StatedReason.largest : request.maximumBytes
            receiver = BodyReceiver(decoder, limit: limit, limits)
        } catch {
            fault = error
        }
        return fault == nil
    }

    /// Whether the response refuses the request, and may state a reason that can be quoted.
    private var statesReason: Bool {
        400..<500 ~= status && request.hasNoSecret
            && headers["content-type"]?.lowercased().contains(text: "json") == true
    }

    /// libcurl uses the last of several lengths.
    private func checkLength() throws(FetchFailure) {
        guard Set(headers.all("content-length")).count <= 1 else {
            throw FetchFailure(.content, "the response states two lengths")
        }
    }

    /// Lets the receiver process a bounded amount; the rest follows in a later turn of the loop.
    private func work(_ job: (inout BodyReceiver, inout Int) throws(FetchFailure) -> Void) -> Bool {
        do {
            guard var held = receiver.take() else { return true }
            defer { receiver = held }
            try job(&held, &budget)
        } catch {
            fault = error
            return false
        }
        move(.receiving(bytes: receiver?.decoded ?? 0, of: length))
        if receiver?.isBusy == true { resumeLater() }
        return true
    }

    private func resumeLater() {
        guard !isGoingOn else { return }
        isGoingOn = true
        multi.loop.next { [weak self] in self?.resume() }
    }

    private func resume() {
        isGoingOn = false
        guard fault == nil else { return }
        turn = multi.turns
        budget = Transfer.budget
        if receiver?.isBusy == true {
            let isSound = work { (receiver, budget) throws(FetchFailure) in try receiver.resume(&budget) }
            guard isSound else { return done(CURLE_WRITE_ERROR) }
            if receiver?.isBusy == true { return }
        }
        if let result { return done(result) }
        if isPaused { unpause() }
    }

    private func unpause() {
        isPaused = false
        let code = almanac_curl_easy_pause(easy.pointer, CURLPAUSE_CONT)
        if code != CURLE_OK { done(code) }
    }

    private func move(_ next: Progress.Step) {
        step = next
        listens(next)
    }

    /// The number of bytes that are received and decoded in one turn, which takes a few milliseconds.
    private static let budget = 1 << 20
    /// The maximum size of all heads, those of interim responses included, in bytes.
    private static let longestHead = 1 << 17
    /// The number of bytes of an ignored body to read, so that the connection can be reused.
    private static let mostPassedOver = 1 << 16
}
