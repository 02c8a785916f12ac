import Glibc
import Records
import Systemd

/// A daemon with one source of reports, to which documents come in turn at simulated times.
final class ReportSource {
    /// The way in which documents come.
    enum Way: CaseIterable {
        /// From a server, for `URL=`.
        case server
        /// As a file, for `Path=`.
        case file
        /// As a file in the folder for incoming documents.
        case incoming
        /// From a server that is requested for several stations at once.
        case batch
    }

    let daemon: LiveDaemon
    let folder = Folder()
    /// The name of the source.
    let name: String
    private let way: Way
    private let server: WebServer
    private var reply = WebServer.Reply()
    /// Further header fields of the next replies.
    var headers: [String] = []
    /// The time that the next documents state as their own; `nil` for the present.
    var date: UTC?

    /// Starts a daemon at a moment.
    ///
    /// - Parameters:
    ///   - way: The way in which documents come.
    ///   - kind: The kind of the source.
    ///   - station: The instance; `nil` for a source of any stations.
    ///   - settings: Further settings of `[Source]`, and further sections.
    ///   - moment: The wall-clock time at first.
    /// - Throws: When the daemon cannot start.
    init(
        _ way: Way = .server, kind: String = "metar", station: String? = nil, settings: String = "",
        at moment: String = "2026-11-28T16:40:00Z"
    ) throws {
        self.way = way
        folder.wall = try NotSo.unless(UTC(iso8601: moment))
        let loop = try EventLoop()
        server = try WebServer(on: loop)
        name = station.map { "\(kind)@\($0)" } ?? "\(kind)s"
        let origin =
            way == .file
            ? "Path=\(folder.path)/reports.txt"
            : "URL=\(server.url("/reports?ids=%i"))\nAllowHTTP=yes\nAllowPrivate=yes"
        let refresh = way == .incoming ? "on-demand" : "1h"
        folder.write(
            "etc/sources.d/\(name).source",
            "[Source]\nKind=\(kind)\nRefresh=\(refresh)\n\(origin)\n"
                + (way == .batch ? "Batch=9\n" : "") + settings)
        daemon = try LiveDaemon(folder, on: loop)
        server.answer = { [unowned self] _ in reply }
    }

    /// Delivers a document and waits until it was ingested.
    func deliver(_ text: String) throws {
        switch way {
        case .server, .batch: try answer("200 OK", text)
        case .file:
            put(text, at: "reports.txt")
            try refresh()
        case .incoming:
            put(text, at: "state/incoming/\(name)")
            try daemon.turn(until: { folder.read("state/incoming/\(name)") == nil })
            try settle()
        }
    }

    /// Answers the next request, which is made at once.
    func answer(_ status: String, _ text: String = "") throws {
        reply = WebServer.Reply(status: status, headers: headers + ["Date: \(moment.httpDate)"], body: text)
        try refresh()
    }

    /// Requests the source and waits for the end of the attempt.
    func refresh() throws {
        _ = try daemon.call("Refresh", ["selector": ["sources": [.string(name)]], "wait": true])
    }

    /// The time that the next document states as its own.
    private var moment: UTC { date ?? folder.wall + folder.clockError }

    /// Renames a file of that time to a name.
    private func put(_ text: String, at name: String) {
        folder.write("new", text)
        let time = timespec(tv_sec: Int(moment.seconds), tv_nsec: 0)
        precondition(utimensat(AT_FDCWD, folder.path + "/new", [time, time], 0) == 0, "cannot date \(name)")
        precondition(rename(folder.path + "/new", folder.path + "/" + name) == 0, "cannot rename \(name)")
    }

    private func settle() throws {
        try daemon.turn(until: { (try? daemon.runtime(of: name))??["attemptUSec"] == nil })
    }

    /// The requests so far.
    var questions: [WebServer.Question] { server.questions }

    /// The data of the record of a station; `nil` if there is none.
    func record(_ key: String) throws -> JSON? {
        let all = try daemon.call("GetSnapshot")["records"]?.array ?? []
        return all.first { $0["key"]?.string == key }?["data"]
    }

    /// The text of the stored report of a station.
    func raw(_ key: String) throws -> String? { try record(key)?["raw"]?.string }

    /// The state of the source.
    func runtime() throws -> JSON { try daemon.runtime(of: name) ?? .null }

    /// The remarks on the last document.
    func notes() throws -> [String] { try runtime()["notes"]?.array?.compactMap(\.string) ?? [] }
}

extension NotSo {
    /// Returns a value, which must be there.
    static func unless<T>(_ value: T?) throws -> T {
        guard let value else { throw NotSo() }
        return value
    }
}
