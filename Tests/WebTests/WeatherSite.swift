import AlmanacClient
import Glibc
import Reactive
import Records
import Showing
import Systemd
import TestDaemon
import Varlink
import Web

/// A web interface to a scripted daemon with weather, which knows two stations named Portland.
///
/// Its clock is the real one: the report is so old that pages show its date, and the forecast has no time.
final class WeatherSite {
    static let report = """
        {"source": "metar@KPWM", "key": "KPWM", "title": "Portland Intl Jetport", "generation": 1,
        "realtimeUSec": 0, "latitude": 43.6462, "longitude": -70.3093, "data": {"station": "KPWM",
        "raw": "KPWM 201351Z 27010KT 10SM CLR 05/M03 A3001", "type": "METAR", "time": "2020-11-20T13:51:00Z",
        "temperature": 5, "dewPoint": -3, "wind": {"speed": 10, "direction": 270}, "sky": "clear"}}
        """
    /// The report with the present time.
    static var currentReport: String {
        report.replacing(text: "2020-11-20T13:51:00Z", with: "\(UTC(seconds: Int64(time(nil))))")
    }
    static let forecast = """
        {"source": "forecast@home", "key": "52.5,13.4", "generation": 1, "realtimeUSec": 0, "latitude": 52.5,
        "longitude": 13.4, "data": {"provider": "open-meteo", "timeZone": "Europe/Berlin",
        "latitude": 52.5, "longitude": 13.4,
        "current": {"temperature": 7, "weatherCode": 3}, "hourly": []}}
        """
    private static let fresh = #"{"health": "fresh", "records": 1, "rejected": 0, "generation": 1}"#
    private static let sources = """
        {"sources": [
        {"context": {"name": "forecast@home", "kind": "forecast", "title": "Home"}, "runtime": \(fresh)},
        {"context": {"name": "metar@KPWM", "kind": "metar"}, "runtime": \(fresh)}]}
        """
    private static let stations = [
        "KPDX\tPDX\tPortland Intl\t45.5888\t-122.5975\t9\tUS\tOR\tMT",
        "KPWM\tPWM\tPortland Intl Jetport\t43.6462\t-70.3093\t23\tUS\tME\tMT",
    ].joined(separator: "\n")

    let daemon: ScriptedDaemon
    private let server: WebServer
    private let path: String

    init(report: String = WeatherSite.report) throws {
        signal(SIGPIPE, SIG_IGN)
        daemon = try ScriptedDaemon()
        path = daemon.directory + "/web"
        let assets = daemon.directory + "/assets"
        mkdir(assets, 0o700)
        let connection = DaemonConnection(
            to: DaemonSocket(path: daemon.socket), on: daemon.loop, clock: AnyScheduler(daemon.clock))
        server = try WebServer(
            connection,
            settings: .init(
                assets: assets, stations: StationTable(Array(WeatherSite.stations.utf8)),
                runways: RunwayTable(Array("KPWM\t11/29 96 7200\n".utf8)),
                zones: WeatherSite.zones))
        try daemon.answer("ListSources", WeatherSite.sources)
        try daemon.answer("GetHistory", #"{"records": [], "changes": []}"#)
        try daemon.answer("Nearby", #"{"neighbors": []}"#)
        try daemon.answer("GetChanges", #"{"changes": [], "cursor": "a.0"}"#)
        try daemon.answer("Search", #"{"records": []}"#)
        daemon.on("GetSnapshot") { WeatherSite.answer($0, report: report) }
        try server.listen(on: WeatherSite.listener(at: path))
    }

    /// The compiled zones of the tests of Records.
    private static var zones: String {
        let tests = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" }
        return tests + "/RecordsTests/Corpus/zones/slim"
    }

    /// Returns the response to a request, with its head.
    func answer(
        _ target: String, accept: String = "text/html", agent: String = "Mozilla/5.0"
    ) throws -> String {
        let raw = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = WeatherSite.address(path)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(raw, $0, size) }
        }
        let descriptor = FileDescriptor(owning: raw)
        guard result == 0, fcntl(raw, F_SETFL, O_NONBLOCK) == 0 else { throw SystemError.last("connect") }
        let head = [
            "GET \(target) HTTP/1.1", "Host: localhost", "Accept: \(accept)", "User-Agent: \(agent)",
            "Connection: close", "", "",
        ]
        let request = Array(head.joined(separator: "\r\n").utf8)
        guard write(descriptor.raw, request, request.count) == request.count else {
            throw SystemError.last("write")
        }
        return try read(descriptor.raw)
    }

    /// Reads until the server closes the connection.
    private func read(_ raw: CInt) throws -> String {
        var received: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        _ = try daemon.turn {
            while true {
                let count = Glibc.read(raw, &part, part.count)
                guard count > 0 else { return count == 0 || (errno != EAGAIN && errno != EINTR) }
                received += part.prefix(count)
            }
        }
        return String(decoding: received, as: UTF8.self)
    }

    /// Answers with the records that a selector matches, as the daemon does.
    private static func answer(_ call: Call, report: String) {
        let selector = call.parameters["selector"]
        let kinds = (selector?["kinds"]?.array ?? []).compactMap(\.string)
        let sources = (selector?["sources"]?.array ?? []).compactMap(\.string)
        let keys = (selector?["keys"]?.array ?? []).compactMap(\.string)
        let records = [report, forecast].compactMap { try? JSON(parsing: Array($0.utf8)) }
        let found = records.filter { record in
            let source = record["source"]?.string ?? ""
            let kind = String(source.prefix { $0 != "@" })
            return (kinds.isEmpty || kinds.contains(kind)) && (sources.isEmpty || sources.contains(source))
                && (keys.isEmpty || keys.contains(record["key"]?.string ?? ""))
        }
        call.reply(["cursor": "a.0", "records": .array(found)])
    }

    private static func address(_ path: String) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return address
    }

    private static func listener(at path: String) throws -> FileDescriptor {
        let raw = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = WeatherSite.address(path)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(raw, $0, size) }
        }
        guard result == 0, listen(raw, 16) == 0 else { throw SystemError.last("bind") }
        return FileDescriptor(owning: raw)
    }
}
