import CCurl
import Records

extension EasyHandle {
    /// Sets the options of a connection without a request: its limits, its certificates and its proxy.
    func setTransport(_ request: FetchRequest, proxy: String?, limits: FetchLimits) {
        let time = Int(limits.connecting.microseconds / 1000)
        set(CURLOPT_TIMEOUT_MS, 2 * time)
        set(CURLOPT_CONNECTTIMEOUT_MS, time)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_TCP_KEEPALIVE, 1)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        // The server speaks no HTTP.
        set(CURLOPT_SSL_ENABLE_ALPN, 0)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let file = request.caFile { set(CURLOPT_CAINFO, file) }
        set(CURLOPT_CAPATH, nil as String?)
        set(CURLOPT_PROXY, proxy ?? "")
        set(CURLOPT_NOPROXY, "")
        set(CURLOPT_HTTPPROXYTUNNEL, 1)
    }

    /// The socket of the connection; `CURL_SOCKET_BAD` if there is none.
    var socket: curl_socket_t {
        var socket = CURL_SOCKET_BAD
        guard almanac_curl_get_socket(pointer, CURLINFO_ACTIVESOCKET, &socket) == CURLE_OK else {
            return CURL_SOCKET_BAD
        }
        return socket
    }

    /// Returns the failure that a result of libcurl means for a stream from a host.
    func failure(_ code: CURLcode, of host: String, hasRoute: Bool) -> FetchFailure {
        let text = complaint.isEmpty ? "error \(code.rawValue) of libcurl" : complaint
        switch code {
        case CURLE_COULDNT_CONNECT where !hasRoute: return .offline(host)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            return FetchFailure(.dns, "\(host): \(text)")
        case CURLE_OPERATION_TIMEDOUT: return FetchFailure(.timeout, "\(host): \(text)")
        case CURLE_SSL_CACERT_BADFILE:
            return FetchFailure(.configuration, "\(host): the file of CAFile= cannot be read")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            return FetchFailure(.tls, "\(host): no secure connection: \(text)")
        default: return FetchFailure(.connect, "\(host): \(text)")
        }
    }
}
