import CCurl
import Reactive
import Records
import Systemd

/// A connection over which a server sends bytes without being asked; a client may send a few.
///
/// libcurl connects, by a proxy if there is one, and verifies the certificate; then it only decrypts. The rules
/// of requests hold: addresses that must not be contacted, the proxy, and the certificates to trust. Without
/// TLS, addresses of the Internet are refused. The connection has a set of transfers of its own, whose cache of
/// connections is not shared: that of requests closes connections that are idle.
///
/// Source: CURLOPT_CONNECT_ONLY(3), curl_easy_recv(3), curl_easy_send(3).
public final class StreamConnection {
    /// The maximum number of bytes received in one turn of the loop.
    private static let budget = 1 << 18
    /// The number of bytes received with one call.
    private static let portion = 1 << 14
    /// The maximum number of bytes that wait to be sent.
    private static let mostUnsent = 1 << 16

    /// The request with the address and the rules.
    let request: FetchRequest
    private let fetcher: Fetcher
    private let receive: (StreamEvent) -> Void
    private var easy = EasyHandle()
    private var multi: Multi?
    private var watch: IOWatch?
    private var lookup: AnyCancellable?
    private var address: WebAddress?
    /// The failure found by our own checks.
    private var fault: FetchFailure?
    private var isClosed = false
    private var isCancelled = false
    private var isPaused = false
    private var isReadingLater = false
    /// The bytes that were not sent yet: those that are tried again unchanged, as TLS demands, and later ones.
    private var unsent: [UInt8] = []
    private var later: [UInt8] = []

    /// Creates a connection; libcurl must be loaded.
    ///
    /// - Parameters:
    ///   - request: The address, `https` for TLS, and the rules.
    ///   - fetcher: The lookups and limits that it shares with requests.
    ///   - receive: Receives the events, on the loop.
    init(_ request: FetchRequest, by fetcher: Fetcher, receive: @escaping (StreamEvent) -> Void) {
        self.request = request
        self.fetcher = fetcher
        self.receive = receive
    }

    /// Closes the connection; no event follows.
    public func cancel() {
        isCancelled = true
        isClosed = true
        release()
    }

    /// Stops reading, so that the server waits once the buffers of the system are full.
    public func pause() {
        isPaused = true
        watchAgain()
    }

    /// Reads again.
    public func resume() {
        guard isPaused, !isClosed else { return }
        isPaused = false
        watchAgain()
        readLater()
    }

    /// Sends bytes once the connection is open; those that the server does not read wait, within a limit.
    public func send(_ bytes: [UInt8]) {
        guard !isClosed else { return }
        guard later.count + bytes.count <= StreamConnection.mostUnsent else {
            return failLater("the server does not read what is sent")
        }
        later += bytes
        flush()
    }

    /// Looks the host up, and connects.
    func start() {
        do throws(FetchFailure) {
            let address = try checkedAddress()
            self.address = address
            guard address.needsLookup, request.proxies.proxy(for: address) == nil else {
                return connect(to: address, at: nil)
            }
            if let known = fetcher.lookups.addresses(of: address.asciiHost, trust: fetcher.trust) {
                return connect(to: address, at: known)
            }
            lookup = fetcher.lookups.find(address.asciiHost, within: fetcher.limits.connecting) {
            } done: { [unowned self] found in
                lookup = nil
                switch found {
                case .success(let addresses): connect(to: address, at: addresses)
                case .failure(let failure):
                    close(fetcher.hasRoute() ? failure.failure(of: address.host) : .offline(address.host))
                }
            }
        } catch {
            close(error)
        }
    }

    private func checkedAddress() throws(FetchFailure) -> WebAddress {
        let address = try WebAddress(request.url)
        guard fetcher.hasRoute() || address.isThisMachine || request.allowPrivate else {
            throw .offline(address.host)
        }
        if let ip = IPAddress(address.host), let refusal = refusal(of: ip, for: address) { throw refusal }
        return address
    }

    /// Returns why an IP address must not be contacted; `nil` if it may be.
    private func refusal(of ip: IPAddress, for address: WebAddress) -> FetchFailure? {
        if address.scheme == "http", ip.scope == .world {
            return FetchFailure(
                .policy,
                "\(address.host): \(ip) is not in the local network: a stream from there needs tls://")
        }
        return request.refusal(of: ip, for: address.host)
    }

    private func connect(to address: WebAddress, at addresses: [IPAddress]?) {
        do throws(FetchFailure) {
            setUp(address)
            if let addresses { easy.resolve(address.asciiHost, port: address.port, to: addresses) }
            let multi = try Multi(on: fetcher.loop, limits: fetcher.limits)
            self.multi = multi
            multi.add(self)
        } catch {
            close(error)
        }
    }

    private func setUp(_ address: WebAddress) {
        let proxy = request.proxies.proxy(for: address)
        easy.set(CURLOPT_URL, address.text)
        easy.set(CURLOPT_CONNECT_ONLY, 1)
        easy.setTransport(request, proxy: proxy, limits: fetcher.limits)
        let me = Unmanaged.passUnretained(self).toOpaque()
        easy.setOpener { me, _, address in openSocket(of: StreamConnection.self, me, address) }
        easy.set(CURLOPT_OPENSOCKETDATA, me)
    }

    /// Whether a connection to an address may be tried: with a proxy, the address is that of the proxy, which
    /// the configuration names.
    func mayConnect(to ip: IPAddress?) -> Bool {
        guard let ip, let address else { return false }
        guard request.proxies.proxy(for: address) == nil else { return true }
        fault = refusal(of: ip, for: address)
        return fault == nil
    }

    /// Cancels an older watch of this descriptor number.
    func opened(_ socket: curl_socket_t) { multi?.forget(socket) }

    private func watchAgain() {
        let reading: Readiness = isPaused ? [] : .reading
        let writing: Readiness = unsent.isEmpty ? [] : .writing
        do throws(SystemError) {
            try watch?.wait(for: reading.union(writing))
        } catch {
            failLater("it cannot be watched (\(error))")
        }
    }

    private func failLater(_ reason: String) {
        fetcher.loop.next { [weak self] in self?.fail(reason) }
    }

    /// Sends the bytes that wait, until the system accepts no more.
    private func flush() {
        guard !isClosed, watch != nil else { return }
        let waited = !unsent.isEmpty
        while sendSome() {}
        if waited != !unsent.isEmpty { watchAgain() }
    }

    /// Sends some of the bytes that wait.
    ///
    /// - Returns: Whether there may be more to send now.
    private func sendSome() -> Bool {
        if unsent.isEmpty { swap(&unsent, &later) }
        guard !unsent.isEmpty else { return false }
        var count = 0
        let code = almanac_curl_easy_send(easy.pointer, unsent, unsent.count, &count)
        if code == CURLE_AGAIN { return false }
        guard code == CURLE_OK else {
            close(failure(code))
            return false
        }
        unsent.removeFirst(min(count, unsent.count))
        return count > 0
    }

    private func readLater() {
        guard !isReadingLater else { return }
        isReadingLater = true
        fetcher.loop.next { [weak self] in
            self?.isReadingLater = false
            self?.read()
        }
    }

    /// Reads what has arrived. TLS may hold decrypted bytes that the socket does not announce, so that it reads
    /// until there are none.
    private func read() {
        var rest = StreamConnection.budget
        var bytes = [UInt8](repeating: 0, count: StreamConnection.portion)
        while !isClosed, !isPaused {
            guard rest > 0 else { return readLater() }
            var count = 0
            let code = almanac_curl_easy_recv(easy.pointer, &bytes, bytes.count, &count)
            if code == CURLE_AGAIN { return }
            guard code == CURLE_OK else { return close(failure(code)) }
            guard count > 0 else { return fail("the server has closed the connection") }
            rest -= count
            receive(.bytes(Array(bytes[..<count])))
        }
    }

    private func failure(_ code: CURLcode) -> FetchFailure {
        fault ?? easy.failure(code, of: address?.host ?? "", hasRoute: fetcher.hasRoute())
    }

    private func close(_ failure: FetchFailure) {
        guard !isClosed else { return }
        isClosed = true
        // libcurl, or a callback of the watch, may be on the call stack.
        fetcher.loop.next { [self] in
            release()
            if !isCancelled { receive(.closed(failure)) }
        }
    }

    /// Ends the watch before libcurl closes the socket.
    private func release() {
        lookup = nil
        watch?.cancel()
        watch = nil
        multi?.remove(self)
        multi = nil
    }
}

extension StreamConnection: MultiClient {
    var handle: UnsafeMutableRawPointer { easy.pointer }

    func finish(_ code: CURLcode) {
        guard !isClosed else { return }
        guard code == CURLE_OK else { return close(failure(code)) }
        let socket = easy.socket
        guard socket != CURL_SOCKET_BAD else { return fail("the connection has no socket") }
        do throws(SystemError) {
            watch = try fetcher.loop.watch(socket, for: .reading) { [unowned self] ready in
                if ready.contains(.writing) { flush() }
                read()
            }
        } catch {
            return fail("it cannot be watched (\(error))")
        }
        receive(.opened)
        readLater()
    }

    func fail(_ reason: String) {
        close(FetchFailure(.connect, "\(address?.host ?? ""): \(reason)"))
    }
}
