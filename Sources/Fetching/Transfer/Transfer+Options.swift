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
        setVersion()
        setTrust()
        setAuthentication()
        setForm()
        setCallbacks()
    }

    private var headerLines: [String] {
        let own = request.headers.map { "\($0.name): \(String(latin1: $0.value.utf8))" }
        // Cookies of the definition take precedence: a request has one such field.
        let hasCookies = request.headers.contains { $0.name.lowercased() == "cookie" }
        let chain = hasCookies ? [] : [cookies].compactMap { $0 }.map { "Cookie: \($0)" }
        let conditions = request.validators.conditions.map { "\($0.name): \($0.value)" }
        // libcurl would wait for the server's consent before it sends a form.
        let form = request.form == nil ? [] : ["Expect:"]
        return own + chain + conditions + form + ["Accept-Encoding: \(ContentCoding.accepted)"]
    }

    private func setLimits() {
        easy.set(CURLOPT_TIMEOUT_MS, milliseconds(time))
        easy.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(min(limits.connecting, time)))
        easy.set(CURLOPT_LOW_SPEED_LIMIT, 10)
        easy.set(CURLOPT_LOW_SPEED_TIME, max(1, Int(limits.stalling.components.seconds)))
        easy.set(CURLOPT_MAXFILESIZE, request.maximumBytes)
        easy.set(CURLOPT_NOSIGNAL, 1)
        // Without this option, removing a transfer whose host is still being resolved waits for the lookup.
        easy.set(CURLOPT_QUICK_EXIT, 1)
        easy.set(CURLOPT_TCP_KEEPALIVE, 1)
        easy.set(CURLOPT_FRESH_CONNECT, trust < .seconds(2) ? 1 : 0)
        easy.set(CURLOPT_MAXAGE_CONN, Int(min(trust, .seconds(118)).components.seconds))
        easy.set(CURLOPT_DNS_CACHE_TIMEOUT, Int(min(trust, .seconds(60)).components.seconds))
    }

    /// Permits HTTP/2 over TLS, where the handshake decides; without TLS, it would cost a second round trip.
    private func setVersion() {
        let isPermitted = request.allowHTTP2 && address.scheme == "https"
        easy.set(
            CURLOPT_HTTP_VERSION, Int(isPermitted ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1))
        // A transfer waits for a connection that is being established, in order to share it.
        if isPermitted { easy.set(CURLOPT_PIPEWAIT, 1) }
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
        easy.set(CURLOPT_PROXY, proxy ?? "")
        easy.set(CURLOPT_NOPROXY, "")
        easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    private func setAuthentication() {
        if let password = request.authentication.password {
            easy.set(CURLOPT_USERNAME, password.user)
            easy.set(CURLOPT_PASSWORD, password.password)
            // With several methods, libcurl would send each request twice.
            easy.set(CURLOPT_HTTPAUTH, Int(password.isDigest ? almanac_curl_digest : almanac_curl_basic))
        }
        if let certificate = request.authentication.certificate {
            easy.set(CURLOPT_SSLCERT_BLOB, contents: certificate.chain)
            easy.set(CURLOPT_SSLKEY_BLOB, contents: certificate.key)
            // Otherwise OpenSSL would ask for the passphrase of an encrypted key on the terminal.
            easy.set(CURLOPT_KEYPASSWD, "")
        }
    }

    private func setForm() {
        guard let form = request.form else { return }
        easy.set(CURLOPT_POST, 1)
        easy.set(CURLOPT_POSTFIELDSIZE, form.utf8.count)
        easy.set(CURLOPT_COPYPOSTFIELDS, form)
    }

    private func setCallbacks() {
        let me = Unmanaged.passUnretained(self).toOpaque()
        easy.set(CURLOPT_HEADERFUNCTION, onHead)
        easy.set(CURLOPT_HEADERDATA, me)
        easy.set(CURLOPT_WRITEFUNCTION, onBody)
        easy.set(CURLOPT_WRITEDATA, me)
        easy.setOpener { me, _, address in openSocket(of: Transfer.self, me, address) }
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
        transfer.receiveHead(line) ? line.count : -1
    }
}

private nonisolated func onBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ me: UnsafeMutableRawPointer?
) -> Int {
    let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return callOwner(of: me, with: piece) { (transfer: Transfer, piece) in
        switch transfer.receiveBody(piece) {
        case .some(true): piece.count
        case .some(false): -1
        case .none: Int(CURL_WRITEFUNC_PAUSE)
        }
    }
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
