import Reactive
import Records
import Systemd
import TestDocuments
import Testing

/// Three recorded reports of aviationweather.gov, made anew each hour, with members renamed by the test:
/// no answer with its former names was recorded, so that the names "before" are invented.
struct DriftingProvider {
    let reports: [JSON]

    init() throws {
        let bytes = try CorpusFile.bytes("../../WeatherTests/Corpus/weather-awc-metar.json")
        reports = try JSON(parsing: bytes).array ?? []
    }

    /// Returns the text of a report in an hour.
    func raw(_ report: JSON, _ hour: Int) -> String {
        let time = UTC(seconds: Int64(report["obsTime"]?.int ?? 0) + Int64(hour) * 3600)
        let digits = time.description.filter(\.isNumber)
        let clock = "\(digits.dropFirst(6).prefix(6))Z"
        let words = (report["rawOb"]?.string ?? "").split(separator: " ").map(String.init)
        return words.map { $0.utf8.count == 7 && $0.hasSuffix("Z") ? clock : $0 }.joined(separator: " ")
    }

    /// Returns the answer of an hour, with members of other names and values.
    func document(
        _ hour: Int, renaming names: [String: String] = [:], adding more: [String] = [],
        setting values: [String: String] = [:]
    ) -> String {
        let objects = reports.map { report in
            let members = (report.object ?? []).map { member in
                let name = names[member.name] ?? member.name
                switch member.name {
                case "rawOb": return JSON.Member(name, .string(raw(report, hour)))
                case "obsTime":
                    return JSON.Member(name, .int((member.value.int ?? 0) + hour * 3600))
                default: return JSON.Member(name, values[member.name].map(JSON.string) ?? member.value)
                }
            }
            return JSON.object(members + more.map { JSON.Member($0, .string("x")) })
        }
        return String(decoding: JSON.array(objects).bytes, as: UTF8.self)
    }
}

/// A daemon with a source, and its server.
final class DriftStation {
    static let old = "/cgi-bin/data/metar.php"
    static let new = "/api/data/metar"

    /// Returns the definition of the source at an address.
    static func definition(_ url: String, _ settings: String = "") -> String {
        "[Source]\nKind=metar\nURL=\(url)\nRefresh=1h\nAllowHTTP=yes\nAllowPrivate=yes\n" + settings
    }

    let folder: Folder
    let loop: EventLoop
    let server: WebServer
    let provider: DriftingProvider
    private let clock = ManualScheduler()
    private(set) var daemon: LiveDaemon
    /// The answers by path; any other path is unknown.
    var replies: [String: WebServer.Reply] = [:]

    init(_ settings: String = "") throws {
        provider = try DriftingProvider()
        folder = Folder()
        folder.wall = try NotSo.unless(UTC(iso8601: "2026-07-21T02:05:00Z"))
        loop = try EventLoop()
        server = try WebServer(on: loop)
        let url = server.url(DriftStation.old)
        folder.write("etc/sources.d/metars.source", DriftStation.definition(url, settings))
        daemon = try LiveDaemon(folder, on: loop, clock: clock)
        server.answer = { [unowned self] in
            replies[$0.target] ?? WebServer.Reply(status: "404 Not Found")
        }
    }

    /// Delivers a document at the old address.
    @discardableResult
    func deliver(_ text: String) throws -> JSON {
        replies[DriftStation.old] = WebServer.Reply(body: text)
        return try refresh()
    }

    /// Delivers the answers of hours, whose members have other names.
    func deliver(hours: Range<Int>, renaming names: [String: String] = [:]) throws {
        for hour in hours { try deliver(provider.document(hour, renaming: names)) }
    }

    func refresh() throws -> JSON {
        // An hour in which no attempt is due by itself.
        clock.advance(by: .seconds(600))
        folder.clockError += .seconds(3000)
        _ = try daemon.call("Refresh", ["selector": ["sources": ["metars"]], "wait": true])
        return try runtime()
    }

    func runtime() throws -> JSON { try daemon.runtime(of: "metars") ?? .null }

    func drift() throws -> [String] {
        try runtime()["drift"]?.array?.compactMap(\.string) ?? []
    }

    func restart() throws {
        daemon.end()
        daemon = try LiveDaemon(folder, on: loop, clock: clock)
    }
}
