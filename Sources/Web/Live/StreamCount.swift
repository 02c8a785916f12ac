import HTTPServing

/// The number of streams of each client, so that none takes them all.
final class StreamCount {
    /// The maximum number of streams of one address, and of one user on the Unix socket.
    static let mostPerAddress = 16
    static let mostPerUser = 256

    private var counts: [HTTPRequest.Client: Int] = [:]

    /// Returns the maximum number of streams of a client.
    static func most(of client: HTTPRequest.Client) -> Int { client.isLocal ? mostPerUser : mostPerAddress }

    /// Counts a stream; returns `false` if the client has as many as it may have.
    func begin(_ client: HTTPRequest.Client) -> Bool {
        let count = counts[client] ?? 0
        guard count < StreamCount.most(of: client) else { return false }
        counts[client] = count + 1
        return true
    }

    /// Counts the end of a stream.
    func end(_ client: HTTPRequest.Client) {
        let rest = (counts[client] ?? 1) - 1
        counts[client] = rest == 0 ? nil : rest
    }
}
