import Reactive
import Records
import Systemd
import TestServer

/// A message of an index of alerts, as Canada's NAAD has them.
struct IndexedMessage {
    var name: String
    /// The moment at which it was sent, in seconds after the beginning of the test.
    var sent: Int64 = -3600
    var type = "Alert"
    /// The messages that it names.
    var names: [(name: String, sent: Int64)] = []
    var status = "active"
    var severity = "Severe"
    var zone = "1"
    /// The text of a polygon; empty for none.
    var polygon = ""

    private static func time(_ seconds: Int64) -> String {
        String(UTC(seconds: 1_800_000_000 + seconds).description.dropLast()) + "-00:00"
    }

    /// The moment at which it was sent, as it states it.
    var sentText: String { IndexedMessage.time(sent) }

    /// The path of the message in an archive like that of NAAD.
    var path: String {
        let sent = String(IndexedMessage.time(sent).map { ":-".contains($0) ? "_" : $0 })
        return "/archive/\(IndexedMessage.time(self.sent).prefix(10))/\(sent)Iurn_oid_\(name).xml"
    }

    /// The message, which expires after twenty hours.
    var text: String {
        let references = names.map { "cap-pac@canada.ca,urn:oid:\($0.name),\(IndexedMessage.time($0.sent))" }
        let location = "layer:EC-MSC-SMC:1.1:Alert_Location_Status"
        return """
            <alert xmlns='urn:oasis:names:tc:emergency:cap:1.2'><identifier>urn:oid:\(name)</identifier>
            <sender>cap-pac@canada.ca</sender><sent>\(IndexedMessage.time(sent))</sent><status>Actual</status>
            <msgType>\(type)</msgType><references>\(references.joined(separator: " "))</references><info>
            <language>en-CA</language><event>wind</event><severity>\(severity)</severity>
            <expires>\(IndexedMessage.time(72_000))</expires>
            <parameter><valueName>\(location)</valueName><value>\(status)</value></parameter>
            <area><areaDesc>Zone \(zone)</areaDesc>\(polygon.isEmpty ? "" : "<polygon>\(polygon)</polygon>")
            <geocode><valueName>CLC</valueName><value>\(zone)</value></geocode></area></info></alert>
            """
    }
}

/// A daemon with an index of alerts and an archive of messages on a test server.
final class AlertIndexFixture {
    let fixture: LiveDaemon
    let server: HTTPServer
    /// The messages that the index lists.
    private var listed: [IndexedMessage] = []
    private var version = 0
    /// The answers of the archive by path; others are not found.
    var archive: [String: HTTPServer.Act] = [:]
    /// The text that each entry has besides.
    var padding = ""

    /// Starts both; the source `index` is not fetched before `read`.
    ///
    /// - Parameters:
    ///   - folder: The folder of the daemon.
    ///   - source: Further settings of `[Source]`.
    ///   - alert: The settings of `[Alert]`, in which `SERVER` is the address of the server.
    ///   - clock: The clock of the daemon.
    ///   - loop: The loop to run on; `nil` for a new one.
    /// - Throws: When one of them cannot be started.
    init(
        in folder: Folder, source: String = "", alert: String, clock: ManualScheduler = ManualScheduler(),
        on loop: EventLoop? = nil
    ) throws {
        fixture = try LiveDaemon(folder, on: loop, clock: clock)
        server = try HTTPServer(on: fixture.loop)
        server.script = { [unowned self] in [answer($0)] }
        let address = server.url("/index")
        let settings = alert.split(separator: "SERVER").joined(separator: server.url(""))
        folder.write(
            "etc/sources.d/index.source",
            "[Source]\nKind=alert\nURL=\(address)\nAllowHTTP=yes\nAllowPrivate=yes\nRefresh=1h\n\(source)"
                + "[Alert]\n\(settings)")
        try fixture.turn(until: { !server.heads.isEmpty })
        try fixture.turn(until: "index", is: "fresh")
    }

    /// Lists messages, and fetches the index at once.
    ///
    /// - Returns: The paths that were requested.
    @discardableResult
    func read(_ messages: IndexedMessage...) throws -> [String] { try read(messages) }

    /// As above.
    @discardableResult
    func read(_ messages: [IndexedMessage]) throws -> [String] {
        listed = messages
        version += 1
        return try readAgain()
    }

    /// Fetches the index at once, as it was.
    ///
    /// - Returns: The paths that were requested.
    @discardableResult
    func readAgain() throws -> [String] {
        let count = server.heads.count
        _ = try fixture.call("Refresh", ["selector": ["sources": ["index"]], "wait": true])
        return server.heads[count...].map(AlertIndexFixture.path)
    }

    /// The data of the records by key, without the common part of keys.
    var records: [String: JSON] {
        get throws {
            let records = try fixture.call("GetSnapshot")["records"]?.array ?? []
            let pairs = records.map {
                (String(($0["key"]?.string ?? "").dropFirst("urn:oid:".count)), $0["data"] ?? .null)
            }
            return Dictionary(pairs, uniquingKeysWith: { $1 })
        }
    }

    /// The keys of the records.
    var keys: [String] { get throws { try records.keys.sorted() } }

    private static func path(_ head: String) -> String { String(head.split(separator: " ")[1]) }

    private func answer(_ head: String) -> HTTPServer.Act {
        let path = AlertIndexFixture.path(head)
        if path == "/index" {
            let tag = "ETag: \"\(version)\"\r\n"
            if head.contains("If-None-Match: \"\(version)\"") { return .answer("304 Not Modified", tag, "") }
            return .good(index, tag)
        }
        let message = listed.first { path == "/naad/\($0.name).xml" }
        if let message { return .good(message.text) }
        return archive[path] ?? .answer("404 Not Found", "", "")
    }

    private var index: String {
        let entries = listed.map {
            "<entry><id>\($0.name)</id><link href='\(server.url("/naad/\($0.name).xml"))'/>\(padding)</entry>"
        }
        return "<feed><title>NAAD</title>\(entries.joined())</feed>"
    }
}
