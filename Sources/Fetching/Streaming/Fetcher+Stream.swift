import Systemd

extension Fetcher {
    /// Connects to a server that sends bytes without being asked.
    ///
    /// - Parameters:
    ///   - request: The address, `https` for TLS or `http` without it, and the rules: `allowPrivate`, `caFile`
    ///     and `proxies`.
    ///   - receive: Receives what happens, on the loop, after this method has returned.
    /// - Returns: The connection, which must be retained.
    /// - Throws: A failure of reason `file` if libcurl cannot be loaded.
    public func stream(
        _ request: FetchRequest, receive: @escaping (StreamEvent) -> Void
    ) throws(FetchFailure) -> StreamConnection {
        // It has initialised libcurl, which a handle needs.
        _ = try multi()
        let stream = StreamConnection(request, by: self, receive: receive)
        loop.next { [weak stream] in stream?.start() }
        return stream
    }
}
