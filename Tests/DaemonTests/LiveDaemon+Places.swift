import Systemd

extension LiveDaemon {
    /// Starts a daemon that queries a test server in place of a real place service.
    ///
    /// - Parameters:
    ///   - provider: The service.
    ///   - path: The path of the service on the server.
    ///   - source: Further settings for the definition's `[Source]`.
    ///   - folder: The folder of the daemon.
    ///   - isOrdinary: Whether its clients have no privileges.
    /// - Returns: The daemon and the server, once the service can be queried.
    /// - Throws: When one of them cannot be started.
    static func asking(
        _ provider: String, at path: String = "/", _ source: String = "", in folder: Folder,
        isOrdinary: Bool = false
    ) throws -> (LiveDaemon, WebServer) {
        let loop = try EventLoop()
        let server = try WebServer(on: loop)
        folder.write(
            "etc/sources.d/places.source",
            "[Source]\nKind=places\nURL=\(server.url(path))\nAllowHTTP=yes\nAllowPrivate=yes\n\(source)\n"
                + "[Places]\nProvider=\(provider)\n")
        let fixture = try LiveDaemon(folder, on: loop, isOrdinary: isOrdinary)
        try fixture.turn(until: "places", is: "fresh")
        return (fixture, server)
    }
}
