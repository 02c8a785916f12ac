import Records
import Systemd
import TestServer

/// An almanac with one source, `web`, that a server of the test answers for.
final class WebHouse {
    let house: LiveHouse
    let server: HTTPServer

    /// Starts both; the source is asked once.
    ///
    /// - Parameters:
    ///   - definition: The definition behind `URL=`, more of `[Source]` first.
    ///   - folder: Where all lives.
    ///   - acts: What the server answers to begin with.
    /// - Throws: When one of them cannot be made, or the source is not asked.
    init(_ definition: String, in folder: Folder, _ acts: HTTPServer.Act...) throws {
        house = try LiveHouse(folder)
        server = try HTTPServer(on: house.loop)
        server.script = { _ in acts }
        folder.write(
            "etc/sources.d/web.source",
            "[Source]\nURL=\(server.url("/old"))\nAllowHTTP=yes\nAllowPrivate=yes\n" + definition)
        try house.turn(until: { !server.heads.isEmpty })
        try settle()
    }

    /// Answers so from now on, and has the source asked at once.
    ///
    /// - Returns: How the source is doing then.
    func ask(_ acts: HTTPServer.Act...) throws -> JSON {
        server.script = { _ in acts }
        return try askAgain()
    }

    /// Has the source asked at once.
    func askAgain() throws -> JSON {
        let count = server.heads.count
        _ = try house.call("Refresh", ["selector": ["sources": ["web"]], "wait": true])
        if server.heads.count == count { throw NotSo() }
        return try runtime
    }

    /// How the source is doing.
    var runtime: JSON { get throws { try house.runtime(of: "web") ?? .null } }

    /// The keys of its records.
    var keys: [String] {
        get throws {
            let records = try house.call("GetSnapshot")["records"]?.array ?? []
            return records.compactMap { $0["key"]?.string }
        }
    }

    private func settle() throws {
        try house.turn(until: {
            guard let runtime = try? runtime else { return false }
            return runtime["fetchedUSec"] != nil || runtime["failure"] != nil
        })
    }
}

extension HTTPServer.Act {
    /// A whole good answer.
    static func good(_ body: String, _ fields: String = "") -> HTTPServer.Act {
        .answer("200 OK", fields, body)
    }
}
