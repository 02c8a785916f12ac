import HTTPServing

/// A client that receives the events of a feed.
///
/// A client whose connection ends resumes with the cursor of its last event; so does one that was so slow
/// that the feed no longer keeps what it has to read next.
///
/// Source: HTML Living Standard, 9.2 (server-sent events).
final class EventStream: HTTPStreamSource {
    private var feed: ChangeFeed
    private var position: Int
    /// The bytes that are sent next, and how many of them have been sent.
    private var pending: [UInt8]
    private var sent = 0
    private var isEnding = false
    private var stream: HTTPStream?
    private let finished: (EventStream) -> Void
    /// Called when all events of the feed have been sent, with the stream's position: a feed that catches up
    /// may pass the stream on.
    var drained: (EventStream) -> Void = { _ in }

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - feed: The feed.
    ///   - position: The position of the first event to send.
    ///   - greeting: The bytes to send first.
    ///   - finished: Called when the stream has ended.
    init(
        of feed: ChangeFeed, from position: Int, greeting: [UInt8],
        finished: @escaping (EventStream) -> Void
    ) {
        self.feed = feed
        self.position = position
        self.finished = finished
        pending = greeting
        feed.attach(self)
    }

    /// Answers a request with the stream.
    func answer(_ exchange: HTTPExchange, headers: HTTPResponse.Headers) {
        stream = exchange.respond(200, headers: headers, streaming: self)
    }

    /// Sends new events.
    func wake() { stream?.wake() }

    /// Finishes the stream after the pending bytes; the client connects again.
    func finish() {
        isEnding = true
        stream?.wake()
    }

    /// Continues with another feed.
    func move(to other: ChangeFeed, at position: Int) {
        feed.detach(self)
        feed = other
        self.position = position
        other.attach(self)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        var count = 0
        while count < buffer.count {
            if sent == pending.count {
                guard !isEnding || count > 0 else { return nil }
                guard !isEnding, advance() else { break }
            }
            let part = min(buffer.count - count, pending.count - sent)
            pending.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[sent..<(sent + part)]))
            }
            sent += part
            count += part
        }
        return count == 0 && isEnding ? nil : count
    }

    func ended() {
        feed.detach(self)
        stream = nil
        finished(self)
    }

    /// Makes the next event the pending one; returns `false` if there is none.
    private func advance() -> Bool {
        if position == feed.ring.end { drained(self) }
        guard let frame = feed.ring[position] else {
            // The feed has dropped what comes next: the client resumes with its cursor.
            if position < feed.ring.start { isEnding = true }
            return false
        }
        position += 1
        pending = frame.bytes
        sent = 0
        return true
    }
}

/// The number of streams of each client, so that none takes them all.
final class StreamCount {
    /// The maximum number of streams of one address, and of one user on the Unix socket.
    static let mostPerAddress = 16
    static let mostPerUser = 256

    private var counts: [HTTPRequest.Client: Int] = [:]

    /// Returns the maximum number of streams of a client.
    static func most(of client: HTTPRequest.Client) -> Int { client.isLocal ? mostPerUser : mostPerAddress }

    /// Counts a stream; returns `false` if the client has as many as it may have.
    func add(_ client: HTTPRequest.Client) -> Bool {
        let count = counts[client] ?? 0
        guard count < StreamCount.most(of: client) else { return false }
        counts[client] = count + 1
        return true
    }

    /// Counts the end of a stream.
    func remove(_ client: HTTPRequest.Client) {
        let rest = (counts[client] ?? 1) - 1
        counts[client] = rest == 0 ? nil : rest
    }
}
