import CCurl
import Glibc
import Records
import Systemd

extension Transfer {
    /// Sets all options of the transfer.
    func setUp() {
        easy.set(CURLOPT_URL, address.text)
        easy.set(CURLOPT_USERAGENT, request.userAgent)
        easy.setHeaders(headerLines)
        setLimits()
        setTrust()
        setCallbacks()
    }

    private var headerLines: [String] {
        let own = request.headers.map { "\($0.name): \(String(latin1: $0.value.utf8))" }
        let conditions = request.validators.conditions.map { "\($0.name): \($0.value)" }
        return own + conditions + ["Accept-Encoding: \(ContentCoding.accepted)"]
    }

    private func setLimits() {
        easy.set(CURLOPT_TIMEOUT_MS, milliseconds(time))
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(min(limits.connecting, time)))
        easy.set(CURLOPT_LOW_SPEED_LIMIT, 10)
        easy.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(limits.stalling.components.seconds)))
        easy.set(CURLOPT_MAXFILESIZE, request.maximumBytes)
        easy.set(CURLOPT_NOSIGNAL, 1)
        // There are few transfers per host, so HTTP/2 would gain nothing, and with HTTP/1.1 each can be
        // paused by itself.
        easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        // Without this option, removing a transfer whose host is still being resolved waits for the lookup.
        easy.set(CURLOPT_QUICK_EXIT, 1)
        easy.set(CURLOPT_TCP_KEEPALIVE, 1)
        easy.set(CURLOPT_FRESH_CONNECT, trust < .seconds(2) ? 1 : 0)
        easy.set(CURLOPT_MAXAGE_CONN, Int(min(trust, .seconds(118)).components.seconds))
        easy.set(CURLOPT_DNS_CACHE_TIMEOUT, Int(min(trust, .seconds(60)).components.seconds))
    }

    /// Returns a time limit in milliseconds, capped because libcurl refuses numbers of more than 31 bits.
    private func milliseconds(_ time: Duration) -> Int {
        Int(min(max(1, time.microseconds / 1000), Int64(Int32.max)))
    }

    private func setTrust() {
        easy.set(CURLOPT_PROTOCOLS_STR, request.allowHTTP ? "http,https" : "https")
        easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let file = request.caFile { easy.set(CURLOPT_CAINFO, file) }
        // With a certificate directory, libcurl reads all certificates again for every connection: 15 ms
        // instead of 0.7 ms.
        easy.set(CURLOPT_CAPATH, nil as String?)
        easy.set(CURLOPT_PROXY, request.proxy ?? "")
        easy.set(CURLOPT_NOPROXY, "")
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    private func setCallbacks() {
        let me = Unmanaged.passUnretained(self).toOpaque()
        easy.set(CURLOPT_HEADERFUNCTION, onHead)
        easy.set(CURLOPT_HEADERDATA, me)
        easy.set(CURLOPT_WRITEFUNCTION, onBody)
        easy.set(CURLOPT_WRITEDATA, me)
        easy.setOpener(onOpen)
        easy.set(CURLOPT_OPENSOCKETDATA, me)
        easy.setAsker(onAsk)
        easy.set(CURLOPT_PREREQDATA, me)
    }
}

/// Returns the number of bytes received, or -1 to abort the transfer.
private nonisolated func onHead(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ me: UnsafeMutableRawPointer?
) -> Int {
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return callOwner(of: me, with: line) { (transfer: Transfer, line) in
        transfer.takeHead(line) ? line.count : -1
    }
}

private nonisolated func onBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ me: UnsafeMutableRawPointer?
) -> Int {
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return callOwner(of: me, with: piece) { (transfer: Transfer, piece) in
        switch transfer.takeBody(piece) {
        case .some(true): piece.count
        case .some(false): -1
        case .none: Int(CURL_WRITEFUNC_PAUSE)
        }
    }
}

/// Opens the socket for a connection unless our policy forbids the address, whichever name or redirect led
/// there.
private nonisolated func onOpen(
    _ me: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let address else { return CURL_SOCKET_BAD }
    let place = withUnsafePointer(to: &address.pointee.addr) { IPAddress($0) }
    let isAllowed = callOwner(of: me) { (transfer: Transfer) in transfer.mayConnect(to: place) }
    guard isAllowed else { return CURL_SOCKET_BAD }
    let kind = address.pointee.socktype | CInt(bitPattern: SOCK_CLOEXEC.rawValue)
    let made = socket(address.pointee.family, kind, address.pointee.protocol)
    if made >= 0 { callOwner(of: me) { (transfer: Transfer) in transfer.opened(made) } }
    return made
}

private nonisolated func onAsk(
    _ me: UnsafeMutableRawPointer?, _ theirs: UnsafeMutablePointer<CChar>?,
    _ ours: UnsafeMutablePointer<CChar>?,
    _ theirPort: CInt, _ ourPort: CInt
) -> CInt {
    guard let theirs, let place = IPAddress(String(cString: theirs)) else { return CURL_PREREQFUNC_ABORT }
    let isAllowed = callOwner(of: me) { (transfer: Transfer) in transfer.ask(at: place) }
    return isAllowed ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
}
