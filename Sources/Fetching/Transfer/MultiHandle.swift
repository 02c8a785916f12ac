import CCurl
import Glibc
import Records

/// A multi handle of libcurl: its transfers and the connections that they leave open; freed on release.
struct MultiHandle: ~Copyable {
    let pointer: UnsafeMutableRawPointer

    /// Loads libcurl and initialises it.
    ///
    /// - Throws: A failure of reason `file` if libcurl cannot be loaded or started.
    init() throws(FetchFailure) {
        try FetchFailure.requireLibrary()
        // With CURLOPT_NOSIGNAL, libcurl leaves SIGPIPE to the program; OpenSSL writes to connections that
        // were just closed.
        signal(SIGPIPE, SIG_IGN)
        let result = almanac_curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        guard result == CURLE_OK, let made = almanac_curl_multi_init() else {
            throw FetchFailure(.file, "libcurl cannot start (\(result.rawValue)); is there enough memory?")
        }
        pointer = made
    }

    deinit {
        // Closing connections must not call back into an owner that is being released.
        _ = almanac_curl_multi_set_socket(pointer, nil)
        _ = almanac_curl_multi_set_timer(pointer, nil)
        almanac_curl_multi_cleanup(pointer)
    }
}

nonisolated extension FetchFailure {
    /// Checks that libcurl's functions can be called; the first call loads the library.
    ///
    /// - Throws: A failure of reason `file` if it cannot be loaded.
    static func requireLibrary() throws(FetchFailure) {
        if almanac_curl_load() == nil {
            throw FetchFailure(.file, "libcurl.so.4 cannot be loaded; is libcurl4 installed?")
        }
    }
}
