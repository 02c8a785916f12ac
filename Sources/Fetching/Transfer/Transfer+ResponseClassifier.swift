import CCurl
import Glibc
import Records

extension Transfer {
    /// Returns the failure that a result of libcurl means; `nil` if the response is complete. `hasRoute` says
    /// whether the machine has a route to the network.
    func failure(_ code: CURLcode, hasRoute: Bool) -> FetchFailure? {
        // libcurl treats a response that ends within its head as a success.
        guard code != CURLE_OK || status < 200 else { return nil }
        var failure = fault ?? judge(code, hasRoute: hasRoute)
        failure.timings = timings
        if status >= 200 { failure.httpStatus = status }
        return failure
    }

    private func judge(_ code: CURLcode, hasRoute: Bool) -> FetchFailure {
        switch code {
        case CURLE_OK: return say(.truncated, "the response ends within its headers")
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            guard hasRoute || address.isThisMachine else { return .offline(host) }
            // libcurl resolves proxies itself, and has a single code for all errors of that.
            guard !easy.complaint.contains(text: "thread failed to start") else {
                return say(.dns, "no thread can be started to look up the proxy's name")
            }
            return say(.dns, "the name is not known; check the address, or this machine's name servers")
        case CURLE_COULDNT_CONNECT: return refused(hasRoute: hasRoute)
        case CURLE_OPERATION_TIMEDOUT: return late(hasRoute: hasRoute)
        case CURLE_SSL_CERTPROBLEM where request.authentication.certificate != nil:
            return say(.configuration, "the certificate or the key of ClientCertificate= cannot be used")
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            return say(.tls, "no secure connection: \(easy.complaint)\(tlsAdvice(code))")
        case CURLE_SSL_CACERT_BADFILE: return say(.configuration, "the file of CAFile= cannot be read")
        case CURLE_PARTIAL_FILE:
            return say(.truncated, "the response is truncated after \(bytes) bytes")
        case CURLE_FILESIZE_EXCEEDED:
            return say(
                .size, "the document has more than \(request.maximumBytes) bytes: MaxBytes= can allow more")
        default: return broken(code)
        }
    }

    /// Returns failures of the connection and of the HTTP protocol.
    private func broken(_ code: CURLcode) -> FetchFailure {
        switch code {
        case CURLE_GOT_NOTHING: return say(.connect, "the connection was closed without a response")
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
            guard bytes == 0 else { return say(.truncated, "the connection broke after \(bytes) bytes") }
            // With TLS 1.3, the server checks certificates after the handshake.
            guard !easy.complaint.contains(text: "alert certificate required") else {
                return say(.tls, "the server requires a certificate of this machine: set ClientCertificate=")
            }
            let advice = version == "HTTP/2" || isOfHTTP2(code) ? "; HTTP=1.1 may help" : ""
            return say(.connect, "the connection broke: \(easy.complaint)\(advice)")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_OUT_OF_MEMORY,
            CURLE_HTTP_RETURNED_ERROR:
            return say(.content, "the server does not speak valid HTTP")
        case CURLE_URL_MALFORMAT: return say(.configuration, "the address is not a URL: correct URL=")
        default:
            return say(
                .connect, easy.complaint.isEmpty ? "error \(code.rawValue) of libcurl" : easy.complaint)
        }
    }

    private func isOfHTTP2(_ code: CURLcode) -> Bool { code == CURLE_HTTP2 || code == CURLE_HTTP2_STREAM }

    /// Returns the advice on a failed TLS handshake; empty if only the upstream can help. Trusting further
    /// certificates helps only if the issuer is unknown.
    ///
    /// Source: X509_STORE_CTX_get_error(3); libcurl itself compares the host, before it reads OpenSSL's
    /// result, which is then unspecified.
    private func tlsAdvice(_ code: CURLcode) -> String {
        switch easy.number(CURLINFO_SSL_VERIFYRESULT) {
        case 2, 18...21: "; CAFile= names certificates to trust"
        case 9: "; check this machine's clock"
        case 10: "; the upstream must renew it, unless this machine's clock is wrong"
        case 0...1 where code == CURLE_PEER_FAILED_VERIFICATION: "; check the host in URL="
        default: ""
        }
    }

    private func refused(hasRoute: Bool) -> FetchFailure {
        let error = CInt(easy.number(CURLINFO_OS_ERRNO))
        let isCutOff = [ENETUNREACH, ENETDOWN, EHOSTUNREACH].contains(error)
        if isCutOff, !hasRoute { return .offline(host) }
        let reason =
            switch error {
            case ECONNREFUSED: "nothing listens there (connection refused)"
            case ENETUNREACH, EHOSTUNREACH, ENETDOWN: "its network is unreachable"
            default: "it accepts no connection"
            }
        return say(.connect, "\(reason); is the address correct, and the service running?")
    }

    private func late(hasRoute: Bool) -> FetchFailure {
        switch step {
        case .resolving, .queued:
            guard needsName else { return say(.timeout, "no connection within \(waited)") }
            guard hasRoute || address.isThisMachine else { return .offline(host) }
            return say(.dns, "no name server answered within \(waited); check this machine's name servers")
        case .connecting: return say(.timeout, "no connection within \(waited)")
        case .asking, .redirected: return say(.timeout, "no answer within \(waited); Timeout= can allow more")
        case .answering, .receiving:
            return say(.timeout, "too slow: \(bytes) bytes within \(waited); Timeout= can allow more")
        }
    }

    /// Whether libcurl must look up a name: that of the proxy, or one of this machine.
    private var needsName: Bool {
        guard lookup == nil else { return false }
        guard let proxy else { return IPAddress(host) == nil }
        // Another address than that of an HTTP proxy is taken for one with a name.
        return (try? WebAddress(proxy)).map { IPAddress($0.host) == nil } ?? true
    }

    private var host: String { address.host }
    private var bytes: Int { receiver?.received ?? 0 }
    private var waited: String { "\(max(1, timings.total.components.seconds)) s" }

    private func say(_ reason: FailureReason, _ text: String) -> FetchFailure {
        FetchFailure(reason, "\(host): \(text)")
    }
}

nonisolated extension FetchFailure {
    /// Returns the failure of a machine without a route to the network.
    static func offline(_ host: String) -> FetchFailure {
        FetchFailure(
            .offline,
            "\(host) was not contacted: this machine has no route; almanacd tries again when there is one")
    }
}
