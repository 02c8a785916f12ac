import Reactive
import Systemd

/// All connections of a server, and what each client has of its limits.
///
/// A client that needs more than its share loses its oldest connection that is not in use, or whose response
/// it does not read, so that a new one is possible: all users of a machine have the same loopback address,
/// and none of them may lock out the others.
final class HTTPConnections {
    /// The time after which a response that its client has not read may be given up for the same client.
    private static let readingTime = Duration.seconds(1)

    private let limits: HTTPLimits
    private let proxy: UInt32?
    private let loop: EventLoop
    private var connections: [ObjectIdentifier: HTTPConnection] = [:]
    /// The number of connections of each client that are not being closed.
    private var counts: [HTTPRequest.Client: Int] = [:]
    private var unread = UnreadResponses()
    private var timer: AnyCancellable?

    /// Makes an empty collection, given the user of the reverse proxy, who stands for many clients.
    init(_ limits: HTTPLimits, proxy: UInt32?, on loop: EventLoop) {
        self.limits = limits
        self.proxy = proxy
        self.loop = loop
    }

    /// The number of connections, also of those that are being closed.
    var count: Int { connections.count }

    /// Adds a connection.
    func add(_ connection: HTTPConnection) {
        connections[ObjectIdentifier(connection)] = connection
        counts[connection.client.counted, default: 0] += 1
        wait()
    }

    /// Removes a connection that has been closed.
    func remove(_ connection: HTTPConnection) {
        release(connection)
        connections[ObjectIdentifier(connection)] = nil
    }

    /// A request has arrived that counts for a client.
    func markBusy(_ connection: HTTPConnection, for client: HTTPRequest.Client) {
        connection.activity = .busy
        connection.counted = client
    }

    /// A response is being sent; a stream has its own limits.
    func send(_ response: HTTPResponse, on connection: HTTPConnection) {
        guard response.size > 0, !connection.isClosing else { return }
        unread.add(response)
        connection.activity = .sending(response, since: loop.now)
    }

    /// The client has read the response.
    func becomeIdle(_ connection: HTTPConnection) {
        connection.sending.map { unread.remove($0.response) }
        connection.activity = .idle(since: loop.now)
        wait()
    }

    /// Returns the client of a request as limits count it: behind the proxy, the visitor that the proxy
    /// names.
    func counted(_ request: HTTPRequest) -> HTTPRequest.Client {
        guard case .user(let user) = request.client, user == proxy,
            let visitor = request.lastHeader("x-forwarded-for").flatMap(HTTPRequest.Client.init(forwarded:))
        else { return request.client.counted }
        return visitor.counted
    }
}

extension HTTPConnections {
    /// Whether a client may have another connection, for which an older one may have been closed.
    func admits(_ client: HTTPRequest.Client) -> Bool {
        let client = client.counted
        if let most = limit(of: client), counts[client] ?? 0 >= most {
            let own = open.filter { $0.client.counted == client }
            return close(among: own, unreadFor: HTTPConnections.readingTime)
        }
        guard counts.values.reduce(0, +) >= limits.connections else { return true }
        return makeRoom(for: client, of: \.client.counted) { _ in 1 }
    }

    /// Returns the response that is sent instead of another one, which is too long, or for which there is no
    /// room; `nil` if it can be sent.
    ///
    /// Room is made by closing connections of the client that has not read most.
    func refusal(of response: HTTPResponse, on connection: HTTPConnection) -> HTTPResponse? {
        guard response.size <= limits.unread else {
            return .failure(
                503, "the answer has \(response.size) bytes, the most is \(limits.unread): ask for a part")
        }
        while response.size > 0, unread.bytes(with: response) > limits.unreadInAll {
            let hasRoom = makeRoom(for: connection.counted, of: \.counted) { $0.sending?.response.size ?? 0 }
            let headers = [(name: "Retry-After", value: "5")]
            guard hasRoom else {
                return .failure(503, "too many responses have not been read", headers: headers)
            }
        }
        return nil
    }

    private var open: [HTTPConnection] { connections.values.filter { !$0.isClosing } }

    /// The maximum number of connections of a client; `nil` for the proxy.
    private func limit(of client: HTTPRequest.Client) -> Int? {
        switch client {
        case .address: limits.connectionsPerAddress
        case .user(let user): user == proxy ? nil : limits.connectionsPerUser
        }
    }

    /// Closes a connection of the client that has most of something.
    ///
    /// - Returns: Whether there was one that could be closed.
    private func makeRoom(
        for asking: HTTPRequest.Client, of client: (HTTPConnection) -> HTTPRequest.Client,
        _ weight: (HTTPConnection) -> Int
    ) -> Bool {
        let weighed = open.filter { weight($0) > 0 }
        let weights = Dictionary(weighed.map { (client($0), weight($0)) }, uniquingKeysWith: +)
        guard let greediest = weights.max(by: { $0.value < $1.value })?.key else { return false }
        // Another client's claim ends now; the one who asks keeps what it may be reading.
        let time = greediest == asking ? HTTPConnections.readingTime : .zero
        return close(among: weighed.filter { client($0) == greediest }, unreadFor: time)
    }

    /// Closes the connection that has been without a request for the longest time, or else the one whose
    /// response has not been read for the longest time, at least a given one.
    ///
    /// - Returns: Whether there was one.
    private func close(among connections: [HTTPConnection], unreadFor time: Duration) -> Bool {
        let now = loop.now
        let idle = HTTPConnections.oldest(connections, \.idleSince)
        let unread = HTTPConnections.oldest(connections) { $0.sending?.since }
        let isOverdue = unread?.sending.map { $0.since.distance(to: now).duration >= time } ?? false
        guard let closed = idle ?? (isOverdue ? unread : nil) else { return false }
        shutDown(closed)
        return true
    }

    /// Returns the connection that has a time and has had it longest; of several, the one that was made
    /// first.
    private static func oldest(
        _ connections: [HTTPConnection], _ since: (HTTPConnection) -> LoopTime?
    ) -> HTTPConnection? {
        let timed = connections.compactMap { one in since(one).map { (one: one, since: $0) } }
        return timed.min { ($0.since, $0.one.number) < ($1.since, $1.one.number) }?.one
    }

    private func shutDown(_ connection: HTTPConnection) {
        release(connection)
        connection.shutDown()
    }

    /// Gives back what a connection has of the limits, once.
    private func release(_ connection: HTTPConnection) {
        guard !connection.isClosing else { return }
        connection.sending.map { unread.remove($0.response) }
        connection.activity = .busy
        let rest = (counts[connection.client.counted] ?? 1) - 1
        counts[connection.client.counted] = rest == 0 ? nil : rest
    }
}

/// Connections without a complete request, which are closed when they stay so for long: a client that sends
/// its request byte by byte must not hold a connection for ever.
extension HTTPConnections {
    private func wait() {
        guard timer == nil else { return }
        timer = loop.after(limits.patience / 2, slack: .seconds(1)) { [unowned self] in sweep() }
    }

    private func sweep() {
        let now = loop.now
        let idle = open.filter { $0.idleSince != nil }
        for connection in idle {
            guard let since = connection.idleSince else { continue }
            if since.distance(to: now).duration >= limits.patience { shutDown(connection) }
        }
        timer = nil
        if !idle.isEmpty { wait() }
    }
}
