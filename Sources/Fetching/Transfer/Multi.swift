import CCurl
import Reactive
import Systemd

/// All transfers in progress, driven by the event loop.
///
/// No code of ours acts inside libcurl: its callbacks only record what happened, and the loop acts on it
/// afterwards. Errors of libcurl that an upstream or the system causes fail transfers and never end the
/// process.
///
/// Source: libcurl-multi(3), curl_multi_socket_action(3).
final class Multi {
    /// The limits of all transfers.
    let limits: FetchLimits
    private let handle: MultiHandle
    private var transfers: [UnsafeMutableRawPointer: any MultiClient] = [:]
    private var watches: [curl_socket_t: IOWatch] = [:]
    private var timer: AnyCancellable?
    private var timers = 0
    /// The number of calls of curl_multi_socket_action so far.
    private(set) var turns = 0
    /// Whether a response by HTTP/2 without a body is best ended at its head: libcurl resets the stream in
    /// any case, which after its end takes another turn of the loop and often a TLS record of its own.
    let resetsStreams: Bool
    /// Released last: timers and watches that refer to it are cancelled first.
    let loop: EventLoop

    /// Prepares libcurl.
    ///
    /// - Throws: A failure of reason `file` if libcurl cannot be loaded or set up.
    init(on loop: EventLoop, limits: FetchLimits) throws(FetchFailure) {
        self.loop = loop
        self.limits = limits
        handle = try MultiHandle()
        resetsStreams = HTTPLibrary.resetsStreams
        let me = Unmanaged.passUnretained(self).toOpaque()
        check(almanac_curl_multi_set_socket(handle.pointer, onSocket))
        check(almanac_curl_multi_set_pointer(handle.pointer, CURLMOPT_SOCKETDATA, me))
        check(almanac_curl_multi_set_timer(handle.pointer, onTimer))
        check(almanac_curl_multi_set_pointer(handle.pointer, CURLMOPT_TIMERDATA, me))
        check(almanac_curl_multi_set_number(handle.pointer, CURLMOPT_MAXCONNECTS, limits.transfers * 2))
    }

    /// Starts a transfer. Its end calls `finish`, or `fail` if it could not be started.
    func add(_ transfer: any MultiClient) {
        transfers[transfer.handle] = transfer
        let code = almanac_curl_multi_add_handle(handle.pointer, transfer.handle)
        if code != CURLM_OK { fail(transfer, "libcurl refuses a transfer (\(code.rawValue))") }
    }

    /// Aborts a transfer and releases it.
    func remove(_ transfer: any MultiClient) {
        guard transfers.removeValue(forKey: transfer.handle) != nil else { return }
        let code = almanac_curl_multi_remove_handle(handle.pointer, transfer.handle)
        // Inside a callback of libcurl, the handle would be freed while it is in use.
        precondition(code != CURLM_RECURSIVE_API_CALL, "a transfer is removed inside a callback of libcurl")
        if code != CURLM_OK { log(.error, "libcurl refuses to end a transfer (\(code.rawValue))") }
    }

    /// Cancels the watch of a descriptor number, if there is one: the number now belongs to another socket.
    func forget(_ socket: curl_socket_t) { watches.removeValue(forKey: socket)?.cancel() }

    /// Watches a socket as libcurl requests, or stops doing so; libcurl may close the socket as soon as this
    /// returns.
    fileprivate func watch(_ socket: curl_socket_t, _ what: CInt, for easy: UnsafeMutableRawPointer?) {
        guard what != CURL_POLL_REMOVE else { return forget(socket) }
        let events: Readiness =
            switch what {
            case CURL_POLL_IN: .reading
            case CURL_POLL_OUT: .writing
            default: [.reading, .writing]
            }
        do throws(SystemError) {
            if let watch = watches[socket] { return try watch.wait(for: events) }
            watches[socket] = try loop.watch(socket, for: events) { [unowned self] ready in
                act(socket, flags(ready))
            }
        } catch {
            forget(socket)
            guard let easy, let transfer = transfers[easy] else {
                return log(.warning, "cannot watch a connection that ends: \(error)")
            }
            fail(transfer, "its connection cannot be watched (\(error))")
        }
    }

    fileprivate func wake(after milliseconds: Int) {
        timers += 1
        guard milliseconds != 0 else {
            let number = timers
            return loop.next { [weak self] in self?.wakeNow(number) }
        }
        timer =
            milliseconds < 0
            ? nil
            : loop.after(.milliseconds(milliseconds), slack: .zero) { [unowned self] in
                act(CURL_SOCKET_TIMEOUT, 0)
            }
    }

    private func wakeNow(_ number: Int) {
        if number == timers { act(CURL_SOCKET_TIMEOUT, 0) }
    }

    private func flags(_ ready: Readiness) -> CInt {
        (ready.contains(.reading) || ready.contains(.hangUp) ? CURL_CSELECT_IN : 0)
            | (ready.contains(.writing) ? CURL_CSELECT_OUT : 0)
            | (ready.contains(.error) ? CURL_CSELECT_ERR : 0)
    }

    private func act(_ socket: curl_socket_t, _ events: CInt) {
        turns += 1
        var running: CInt = 0
        let code = almanac_curl_multi_socket_action(handle.pointer, socket, events, &running)
        reportEnded()
        guard code != CURLM_OK else { return }
        // libcurl does not say which transfer is affected, and may never call back for any of them.
        log(.error, "libcurl cannot continue (\(code.rawValue)): \(transfers.count) requests fail")
        for transfer in transfers.values { fail(transfer, "libcurl cannot continue (\(code.rawValue))") }
    }

    /// Reads one message at a time: the callback may remove any transfer, and its message with it.
    private func reportEnded() {
        var left: CInt = 0
        while let message = almanac_curl_multi_info_read(handle.pointer, &left) {
            guard let easy = message.pointee.easy_handle, let transfer = transfers[easy] else { continue }
            transfer.finish(almanac_curl_result(message))
        }
    }

    /// Fails a transfer after libcurl has returned, unless the transfer has ended by then.
    private func fail(_ transfer: any MultiClient, _ reason: String) {
        loop.next { [weak self, weak transfer] in
            guard let self, let transfer, transfers[transfer.handle] === transfer else { return }
            transfer.fail(reason)
        }
    }

    /// The options are fixed in the program, so that a refusal is our own mistake.
    private func check(_ code: CURLMcode) {
        precondition(code == CURLM_OK, "libcurl refuses an option: \(code.rawValue)")
    }
}

private nonisolated func onSocket(
    _ easy: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ what: CInt, _ me: UnsafeMutableRawPointer?,
    _ unused: UnsafeMutableRawPointer?
) -> CInt {
    callOwner(of: me, with: easy) { (multi: Multi, easy) in multi.watch(socket, what, for: easy) }
    return 0
}

private nonisolated func onTimer(
    _ multi: UnsafeMutableRawPointer?, _ milliseconds: Int, _ me: UnsafeMutableRawPointer?
) -> CInt {
    callOwner(of: me) { (multi: Multi) in multi.wake(after: milliseconds) }
    return 0
}
