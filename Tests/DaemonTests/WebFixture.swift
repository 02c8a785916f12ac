import Reactive
import Records
import Systemd
import TestServer

/// A daemon with one source, `web`, which is fetched from a test server.
final class WebFixture {
    let fixture: LiveDaemon
    let server: HTTPServer

    /// Starts the daemon and the server, and fetches the source once.
    ///
    /// - Parameters:
    ///   - definition: The text after `URL=` in the definition, beginning with further settings of
    ///     `[Source]`.
    ///   - folder: The folder of the daemon.
    ///   - clock: The clock of the daemon.
    ///   - acts: The server's first response.
    /// - Throws: When one of them cannot be started, or the source is not fetched.
    init(
        _ definition: String, in folder: Folder, clock: ManualScheduler = ManualScheduler(),
        _ acts: HTTPServer.Act...
    ) throws {
        fixture = try LiveDaemon(folder, clock: clock)
        server = try HTTPServer(on: fixture.loop)
        server.script = { _ in acts }
        folder.write(
            "etc/sources.d/web.source",
            "[Source]\nURL=\(server.url("/old"))\nAllowHTTP=yes\nAllowPrivate=yes\n" + definition)
        try fixture.turn(until: { !server.heads.isEmpty })
        try settle()
    }

    /// Sets the server's response and fetches the source at once.
    ///
    /// - Returns: The state of the source after the attempt.
    func ask(_ acts: HTTPServer.Act...) throws -> JSON {
        server.script = { _ in acts }
        return try askAgain()
    }

    /// Fetches the source at once.
    func askAgain() throws -> JSON {
        let count = server.heads.count
        _ = try fixture.call("Refresh", ["selector": ["sources": ["web"]], "wait": true])
        if server.heads.count == count { throw NotSo() }
        return try runtime
    }

    /// The state of the source.
    var runtime: JSON { get throws { try fixture.runtime(of: "web") ?? .null } }

    /// The keys of its records.
    var keys: [String] {
        get throws {
            let records = try fixture.call("GetSnapshot")["records"]?.array ?? []
            return records.compactMap { $0["key"]?.string }
        }
    }

    private func settle() throws {
        try fixture.turn(until: {
            guard let runtime = try? runtime else { return false }
            return runtime["fetchedUSec"] != nil || runtime["failure"] != nil
        })
    }
}

extension HTTPServer.Act {
    /// Returns a complete, successful response.
    static func good(_ body: String, _ fields: String = "") -> HTTPServer.Act {
        .answer("200 OK", fields, body)
    }
}
