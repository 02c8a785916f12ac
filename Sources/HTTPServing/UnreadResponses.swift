/// The responses that clients have not read completely, each counted once for all that it is sent to.
struct UnreadResponses {
    private var counts: [ObjectIdentifier: Int] = [:]
    /// The bytes of all of them.
    private(set) var bytes = 0

    /// Returns the bytes of all of them together with another one.
    func bytes(with response: HTTPResponse) -> Int {
        counts[ObjectIdentifier(response)] == nil ? bytes + response.size : bytes
    }

    /// Counts a response that is sent to a client, which must remain until it is removed.
    mutating func add(_ response: HTTPResponse) {
        let count = counts[ObjectIdentifier(response)] ?? 0
        if count == 0 { bytes += response.size }
        counts[ObjectIdentifier(response)] = count + 1
    }

    /// A client has read a response, or disconnected.
    mutating func remove(_ response: HTTPResponse) {
        let rest = (counts[ObjectIdentifier(response)] ?? 1) - 1
        if rest == 0 { bytes -= response.size }
        counts[ObjectIdentifier(response)] = rest == 0 ? nil : rest
    }
}
