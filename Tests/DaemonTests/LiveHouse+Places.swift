import Systemd

extension LiveHouse {
    /// An almanac that asks a server of the test for places, as if it were the service that it says it is.
    ///
    /// - Parameters:
    ///   - provider: The service.
    ///   - path: Where it is on the server.
    ///   - source: More of the definition's `[Source]`.
    ///   - folder: Where all lives.
    /// - Returns: Both, when the service can be asked.
    /// - Throws: When one of them cannot be made.
    static func asking(
        _ provider: String, at path: String = "/", _ source: String = "", in folder: Folder
    ) throws -> (LiveHouse, WebServer) {
        let loop = try EventLoop()
        let server = try WebServer(on: loop)
        folder.write(
            "etc/sources.d/places.source",
            "[Source]\nKind=places\nURL=\(server.url(path))\nAllowHTTP=yes\nAllowPrivate=yes\n\(source)\n"
                + "[Places]\nProvider=\(provider)\n")
        let house = try LiveHouse(folder, on: loop)
        try house.turn(until: "places", is: "fresh")
        return (house, server)
    }
}
