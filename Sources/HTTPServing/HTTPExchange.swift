import CMicroHTTPD
import Reactive
import Records
import Systemd

/// A request and its response, which may follow later.
public final class HTTPExchange {
    private enum State {
        /// The request line has arrived.
        case begun(target: String)
        /// The head has arrived; the content is read and dropped.
        case receiving(HTTPRequest, bytes: Int)
        /// The request is being answered.
        case waiting
        /// The response is being sent.
        case answered
    }

    private let connection: OpaquePointer
    /// The server, which may be about to end.
    private weak var server: HTTPServer?
    private var state: State
    private var isSuspended = false
    private var response: HTTPResponse?
    private var stream: HTTPStream?

    /// Whether the client has disconnected, or the response was sent.
    public private(set) var isClosed = false
    /// Called once: when there is a response, or the client has disconnected.
    public var settled: (() -> Void)?

    init(_ target: String, on connection: OpaquePointer, of server: HTTPServer) {
        self.connection = connection
        self.server = server
        state = .begun(target: target)
    }

    /// Sends a response, unless the client has disconnected.
    public func respond(_ response: HTTPResponse) {
        guard !isClosed, self.response == nil else { return }
        self.response = response
        resume()
        settled.take()?()
    }

    /// Sends a response whose content is produced while it is sent.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields.
    ///   - source: The producer of the content, which is told when the stream ends.
    /// - Returns: The stream, to wake when the source has something to send.
    public func respond(
        _ status: Int, headers: HTTPResponse.Headers, streaming source: any HTTPStreamSource
    ) -> HTTPStream {
        let stream = HTTPStream(of: source, to: connection, of: server)
        self.stream = stream
        respond(HTTPResponse(status, headers: headers, stream: stream))
        return stream
    }

    /// Ends a response that would not end by itself, and a suspension, because the server stops.
    func stop() {
        stream?.finish()
        respond(.failure(503, "the server is stopping"))
    }

    /// The exchange has ended.
    func close() {
        isClosed = true
        isSuspended = false
        stream.take()?.close()
        response = nil
        settled.take()?()
    }

    private func resume() {
        guard isSuspended else { return }
        isSuspended = false
        MHD_resume_connection(connection)
        server?.planRun()
    }
}

extension HTTPExchange {
    /// Takes the next step: libmicrohttpd calls this when the head has arrived, with each part of the
    /// content, at its end, and after each suspension.
    ///
    /// - Returns: Whether the connection remains.
    func step(method: String, room: UnsafeMutablePointer<Int>) -> Bool {
        switch state {
        case .begun(let target): return start(method: method, target: target)
        case .receiving(let request, let bytes): return receive(request, after: bytes, room: room)
        case .waiting: return answer()
        case .answered: return false
        }
    }

    private func start(method: String, target: String) -> Bool {
        guard let server, let client = server.connection(connection)?.client else { return false }
        let read = HTTPRequest(
            method: method, target: target, headers: headers(of: connection), client: client)
        guard var request = read else { return refuse(.failure(400, "the request is malformed")) }
        request.counted = server.connections.counted(request)
        guard !request.hasContent || method == "POST" else {
            return refuse(.failure(400, "a \(method) request has no content"))
        }
        state = .receiving(request, bytes: 0)
        return true
    }

    private func receive(
        _ request: HTTPRequest, after bytes: Int, room: UnsafeMutablePointer<Int>
    ) -> Bool {
        guard room.pointee == 0 else {
            let received = bytes + room.pointee
            state = .receiving(request, bytes: received)
            room.pointee = 0
            return received <= server?.limits.content ?? 0
        }
        state = .waiting
        if let server, !server.isStopping {
            server.markBusy(request, on: connection)
            server.handle(request, self)
        } else {
            stop()
        }
        return answer()
    }

    private func answer() -> Bool {
        guard let response else {
            isSuspended = true
            MHD_suspend_connection(connection)
            return true
        }
        state = .answered
        return queue(response)
    }

    /// Refuses a request before its content is read; the connection is closed afterwards.
    private func refuse(_ response: HTTPResponse) -> Bool {
        state = .answered
        return queue(response)
    }

    private func queue(_ response: HTTPResponse) -> Bool {
        let response = server?.admit(response, on: connection) ?? response
        return MHD_queue_response(connection, CUnsignedInt(response.status), response.handle.pointer) == .YES
    }
}

/// The header fields of a request, while libmicrohttpd passes them one by one.
private final class HeaderList {
    var fields: [(name: String, value: String)] = []
}

/// Returns the header fields of a request, in order.
private func headers(of connection: OpaquePointer) -> [(name: String, value: String)] {
    let list = HeaderList()
    MHD_get_connection_values(
        connection, .HEADER_KIND,
        { list, _, name, value in
            guard let list, let name else { return .YES }
            let field = (String(cString: name), value.map { String(cString: $0) } ?? "")
            callOwner(of: list, with: field) { (list: HeaderList, field) in list.fields.append(field) }
            return .YES
        }, Unmanaged.passUnretained(list).toOpaque())
    return list.fields
}
