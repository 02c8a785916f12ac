import CCurl
import Reactive
import Systemd

/// All transfers that are under way, turned by the event loop.
///
/// No code but libcurl's runs inside libcurl: whatever its callbacks find out is told afterwards.
///
/// Source: libcurl-multi(3), curl_multi_socket_action(3).
final class Multi {
    private let handle = MultiHandle()
    private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
    private var watches: [curl_socket_t: IOWatch] = [:]
    private var timer: AnyCancellable?
    private var timers = 0
    /// How often libcurl has been at work.
    private(set) var turns = 0
    /// Let go of last: its timers and watches go before it.
    private let loop: EventLoop

    init(on loop: EventLoop, connections: Int) {
        self.loop = loop
        let me = Unmanaged.passUnretained(self).toOpaque()
        check(curl_multi_set_socket(handle.pointer, onSocket))
        check(curl_multi_set_pointer(handle.pointer, CURLMOPT_SOCKETDATA, me))
        check(curl_multi_set_timer(handle.pointer, onTimer))
        check(curl_multi_set_pointer(handle.pointer, CURLMOPT_TIMERDATA, me))
        check(curl_multi_set_number(handle.pointer, CURLMOPT_MAXCONNECTS, connections))
    }

    /// Begins a transfer; it is told its end by `ended`.
    func add(_ transfer: Transfer) {
        transfers[transfer.easy.pointer] = transfer
        check(curl_multi_add_handle(handle.pointer, transfer.easy.pointer))
    }

    /// Breaks a transfer off, and lets go of it.
    func remove(_ transfer: Transfer) {
        guard transfers.removeValue(forKey: transfer.easy.pointer) != nil else { return }
        check(curl_multi_remove_handle(handle.pointer, transfer.easy.pointer))
    }

    fileprivate func watch(_ socket: curl_socket_t, _ what: CInt) {
        guard what != CURL_POLL_REMOVE else { return watches[socket] = nil }
        let events: Readiness =
            switch what {
            case CURL_POLL_IN: .reading
            case CURL_POLL_OUT: .writing
            default: [.reading, .writing]
            }
        if let watch = watches[socket] { return watch.events = events }
        do {
            watches[socket] = try loop.watch(socket, for: events) { [unowned self] ready in
                act(socket, flags(ready))
            }
        } catch {
            log(.error, "cannot watch a connection: \(error), the transfer will time out")
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
        check(curl_multi_socket_action(handle.pointer, socket, events, &running))
        tellEnded()
    }

    /// Reads one message at a time: what is told may remove any transfer, and its message with it.
    private func tellEnded() {
        var left: CInt = 0
        while let message = curl_multi_info_read(handle.pointer, &left) {
            guard let easy = message.pointee.easy_handle, let transfer = transfers[easy] else { continue }
            transfer.end(curl_result(message))
        }
    }

    /// Transfers are only added and removed as the manual asks, so that a refusal is our own fault.
    private func check(_ code: CURLMcode) {
        precondition(code == CURLM_OK, "libcurl refuses: \(code.rawValue)")
    }
}

private nonisolated func onSocket(
    _ easy: UnsafeMutableRawPointer?, _ socket: curl_socket_t, _ what: CInt, _ me: UnsafeMutableRawPointer?,
    _ unused: UnsafeMutableRawPointer?
) -> CInt {
    back(to: me) { (multi: Multi) in multi.watch(socket, what) }
    return 0
}

private nonisolated func onTimer(
    _ multi: UnsafeMutableRawPointer?, _ milliseconds: Int, _ me: UnsafeMutableRawPointer?
) -> CInt {
    back(to: me) { (multi: Multi) in multi.wake(after: milliseconds) }
    return 0
}
