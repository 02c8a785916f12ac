import CMicroHTTPD
import Glibc
import Reactive
public import Systemd

/// Answers HTTP requests on the event loop.
///
/// libmicrohttpd parses requests and writes responses. The event loop waits for its epoll descriptor, so that
/// an idle server uses no time.
///
/// Source: libmicrohttpd(3); RFC 9110 and RFC 9112.
@MainActor
public final class HTTPServer {
    /// The limits of the server.
    public let limits: HTTPLimits
    let loop: EventLoop
    let handle: (HTTPRequest, HTTPExchange) -> Void
    private var daemon: OpaquePointer?
    private var watch: IOWatch?
    private var timer: AnyCancellable?
    private var listeners: [HTTPListener] = []
    let connections: HTTPConnections
    private var exchanges: [ObjectIdentifier: HTTPExchange] = [:]
    /// The number of connections so far.
    private var opened = 0
    private var isRunPlanned = false
    /// Whether requests that arrive now are refused.
    private(set) var isStopping = false

    /// Starts a server without sockets.
    ///
    /// - Parameters:
    ///   - loop: The event loop that serves the requests.
    ///   - limits: The limits.
    ///   - proxy: The user of the reverse proxy, whose `X-Forwarded-For` says whom a request counts for.
    ///   - handle: A function that is called with each request, and answers it now or later.
    /// - Throws: `SystemError` if libmicrohttpd cannot start.
    public init(
        on loop: EventLoop, limits: HTTPLimits = HTTPLimits(), proxy: UInt32? = nil,
        handle: @escaping (HTTPRequest, HTTPExchange) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.limits = limits
        self.handle = handle
        connections = HTTPConnections(limits, proxy: proxy, on: loop)
        let daemon = almanac_http_start(
            limits.values, Unmanaged.passUnretained(self).toOpaque(), openExchange, handleExchange,
            closeExchange, notifyConnection)
        guard let daemon else { throw .last("MHD_start_daemon") }
        self.daemon = daemon
        watch = try loop.watch(almanac_http_epoll(daemon), for: .reading) { [unowned self] _ in run() }
    }

    /// Accepts connections on a listening socket as well.
    ///
    /// - Parameter descriptor: A listening stream socket, of IPv4, IPv6 or Unix.
    /// - Throws: `SystemError` if it cannot be watched.
    public func listen(on descriptor: consuming FileDescriptor) throws(SystemError) {
        listeners.append(try HTTPListener(descriptor, on: loop) { [unowned self] in admit($0) })
    }

    /// The number of connections.
    public var connectionCount: Int { connections.count }

    /// Closes all connections and the sockets.
    public func stop() {
        isStopping = true
        listeners = []
        watch = nil
        timer = nil
        for exchange in exchanges.values { exchange.stop() }
        guard let daemon = daemon.take() else { return }
        // libmicrohttpd must not be stopped with suspended connections, which end their suspension here.
        MHD_run(daemon)
        MHD_stop_daemon(daemon)
    }

    isolated deinit {
        stop()
    }

    private func admit(_ descriptor: consuming FileDescriptor) {
        guard let daemon else { return }
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        // A refused connection is closed here.
        guard connections.admits(HTTPRequest.Client(connectedTo: descriptor.raw)) else { return }
        let raw = descriptor.release()
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                // A client that has disconnected by now has no address, and its connection ends at once.
                _ = getpeername(raw, $0, &length)
                // A connection that libmicrohttpd refuses is closed by it.
                _ = MHD_add_connection(daemon, raw, $0, length)
            }
        }
        run()
    }

    /// Serves connections soon, after one of them was resumed.
    func planRun() {
        guard !isRunPlanned else { return }
        isRunPlanned = true
        loop.next { [weak self] in self?.run() }
    }

    private func run() {
        isRunPlanned = false
        guard let daemon else { return }
        MHD_run(daemon)
        // Running may have stopped the server.
        guard let daemon = self.daemon else { return }
        let milliseconds = almanac_http_timeout(daemon)
        if milliseconds == 0 { return planRun() }
        guard milliseconds > 0, timer == nil else { return }
        timer = loop.after(.milliseconds(milliseconds), slack: .seconds(1)) { [unowned self] in
            timer = nil
            run()
        }
    }
}

extension HTTPServer {
    /// The head and the content of a request have arrived.
    func markBusy(_ request: HTTPRequest, on connection: OpaquePointer) {
        self.connection(connection).map { connections.markBusy($0, for: request.counted) }
    }

    /// Returns the response that is sent: the given one, or a refusal.
    func admit(_ response: HTTPResponse, on connection: OpaquePointer) -> HTTPResponse {
        guard let connection = self.connection(connection) else { return response }
        let sent = connections.refusal(of: response, on: connection) ?? response
        connections.send(sent, on: connection)
        return sent
    }

    func connection(_ connection: OpaquePointer) -> HTTPConnection? {
        almanac_http_context(connection).map {
            Unmanaged<HTTPConnection>.fromOpaque($0).takeUnretainedValue()
        }
    }

    fileprivate func exchange(_ target: String, on connection: OpaquePointer) -> UnsafeMutableRawPointer {
        let exchange = HTTPExchange(target, on: connection, of: self)
        exchanges[ObjectIdentifier(exchange)] = exchange
        return Unmanaged.passUnretained(exchange).toOpaque()
    }

    fileprivate func finish(_ exchange: UnsafeMutableRawPointer?, on connection: OpaquePointer) {
        guard let exchange else { return }
        let ended = Unmanaged<HTTPExchange>.fromOpaque(exchange).takeUnretainedValue()
        exchanges[ObjectIdentifier(ended)] = nil
        ended.close()
        self.connection(connection).map { connections.becomeIdle($0) }
    }

    fileprivate func open(_ connection: OpaquePointer) -> UnsafeMutableRawPointer {
        opened += 1
        let connection = HTTPConnection(connection, number: opened, now: loop.now)
        connections.add(connection)
        return Unmanaged.passUnretained(connection).toOpaque()
    }

    fileprivate func close(_ connection: UnsafeMutableRawPointer?) {
        guard let connection else { return }
        let closed = Unmanaged<HTTPConnection>.fromOpaque(connection).takeUnretainedValue()
        connections.remove(closed)
    }
}

extension HTTPLimits {
    fileprivate var values: almanac_http_limits {
        almanac_http_limits(
            // Connections that are being closed count there, too.
            connections: CUnsignedInt(connections * 2),
            silence: CUnsignedInt(silence.components.seconds), memory: memory)
    }
}

private nonisolated func openExchange(
    _ server: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let connection, let target else { return nil }
    // The returned pointer has no owner but the server's table.
    return UnsafeMutableRawPointer(
        bitPattern: callOwner(of: server, with: (target, connection)) { (server: HTTPServer, passed) in
            UInt(bitPattern: server.exchange(String(cString: passed.0), on: passed.1))
        })
}

private nonisolated func handleExchange(
    _ server: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ target: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ content: UnsafePointer<CChar>?,
    _ length: UnsafeMutablePointer<Int>?, _ exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let method, let length, let exchange = exchange?.pointee else { return .NO }
    let remains = callOwner(of: exchange, with: (method, length)) { (exchange: HTTPExchange, passed) in
        exchange.step(method: String(cString: passed.0), room: passed.1)
    }
    return remains ? .YES : .NO
}

private nonisolated func closeExchange(
    _ server: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ exchange: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
    guard let connection else { return }
    callOwner(of: server, with: (exchange, connection)) { (server: HTTPServer, ended) in
        server.finish(ended.0?.pointee, on: ended.1)
        ended.0?.pointee = nil
    }
}

private nonisolated func notifyConnection(
    _ server: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ context: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ what: MHD_ConnectionNotificationCode
) {
    guard let connection, let context else { return }
    callOwner(of: server, with: (connection, context)) { (server: HTTPServer, passed) in
        if almanac_http_has_begun(what) != 0 {
            passed.1.pointee = server.open(passed.0)
        } else {
            server.close(passed.1.pointee)
            passed.1.pointee = nil
        }
    }
}
