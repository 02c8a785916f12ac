import CCurl
import Glibc

/// Many transfers in libcurl's hands, with the connections that they leave open; given back when let go.
struct MultiHandle: ~Copyable {
    let pointer: UnsafeMutableRawPointer

    init() {
        // With CURLOPT_NOSIGNAL libcurl leaves this to us; OpenSSL writes to connections that have just been closed.
        signal(SIGPIPE, SIG_IGN)
        let result = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        precondition(result == CURLE_OK, "libcurl cannot begin: \(result.rawValue)")
        guard let made = curl_multi_init() else { preconditionFailure("no memory for transfers") }
        pointer = made
    }

    deinit {
        // Closing connections must not call back to an owner that is going away.
        _ = curl_multi_set_socket(pointer, nil)
        _ = curl_multi_set_timer(pointer, nil)
        curl_multi_cleanup(pointer)
    }
}
