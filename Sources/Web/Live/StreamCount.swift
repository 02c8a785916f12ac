import HTTPServing

/// The number of streams of each client, so that none takes them all.
final class StreamCount {
    /// The maximum number of streams of one address; a reverse proxy on a Unix socket stands for many clients
    /// and is not limited.
    static let mostPerAddress = 16

    private var counts: [HTTPRequest.Client: Int] = [:]

    /// Counts a stream; returns `false` if the client has as many as it may have.
    func begin(_ client: HTTPRequest.Client) -> Bool {
        let count = counts[client] ?? 0
        if client != .local, count >= StreamCount.mostPerAddress { return false }
        counts[client] = count + 1
        return true
    }

    /// Counts the end of a stream.
    func end(_ client: HTTPRequest.Client) {
        let rest = (counts[client] ?? 1) - 1
        counts[client] = rest == 0 ? nil : rest
    }
}
