import CMicroHTTPD
import Glibc
import Reactive

/// A connection of a client, which may carry several requests one after another.
final class HTTPConnection {
    /// The use of a connection at a moment.
    enum Activity {
        /// No complete request has arrived since a time.
        case idle(since: LoopTime)
        /// A request is being answered, or its answer is a stream.
        case busy
        /// A complete response has been sent since a time, as far as the client has read it.
        case sending(HTTPResponse, since: LoopTime)
    }

    /// The number of the connection, in the order in which they were made.
    let number: Int
    /// The process or address at the other end.
    let client: HTTPRequest.Client
    /// The client that limits count: the visitor behind a proxy, once it has made a request.
    var counted: HTTPRequest.Client
    /// The present use.
    var activity: Activity
    /// Whether the connection is being closed, so that it counts no more.
    private(set) var isClosing = false
    private let socket: CInt

    init(_ connection: OpaquePointer, number: Int, now: LoopTime) {
        self.number = number
        socket = almanac_http_socket(connection)
        client = HTTPRequest.Client(connectedTo: socket)
        counted = client.counted
        activity = .idle(since: now)
    }

    /// Ends the connection; libmicrohttpd notices it and closes the socket.
    func shutDown() {
        isClosing = true
        // A connection that the client has closed meanwhile needs no second end.
        _ = shutdown(socket, CInt(SHUT_RDWR))
    }

    /// The time since which no complete request has arrived; `nil` if the connection is in use.
    var idleSince: LoopTime? { if case .idle(let since) = activity { since } else { nil } }

    /// The response that is being sent, and since when; `nil` if there is none.
    var sending: (response: HTTPResponse, since: LoopTime)? {
        if case .sending(let response, let since) = activity { (response, since) } else { nil }
    }
}
