import Glibc
import Records
import Systemd

/// A daemon with the data of the demo, and a web interface.
final class WebFixture {
    /// A page whose content changes.
    enum Page: CaseIterable {
        /// An airport.
        case airport
        /// A table with more than 1,200 rows.
        case table
        /// 2,000 METARs as aviationweather.gov answers with them.
        case reports

        /// The path and query of the page.
        var target: String {
            switch self {
            case .airport: "/KPWM"
            case .table: "/data/hospitals?count=2000"
            case .reports: "/api/data/metar?bbox=-90,-180,90,180&format=json"
            }
        }

        fileprivate var file: String {
            switch self {
            case .airport: "KPWM.txt"
            case .table: "Hospital.csv"
            case .reports: "reports.txt"
            }
        }

        /// The text of the document that a change follows.
        fileprivate var place: String { self == .table ? "Milford Specialist" : "RMK" }
    }

    /// The sources that change.
    static let sources = "hospitals,metar@KPWM,reports"

    /// The port of the web interface.
    let port: UInt16
    /// The program of the web interface.
    let program: String
    private let almanac: Almanac
    private var documents: [Page: [UInt8]] = [:]
    private var number = 10_000

    /// Starts the daemon, and waits until all records are there: none has come for one and a half seconds.
    init() throws {
        port = try BenchSocket.freePort()
        program = try BenchFiles.programs() + "almanac-web"
        let library = BenchFiles.root + "etc"
        almanac = try Almanac(library: library)
        let path = almanac.folder.path
        _ = BenchFiles.output(of: "'\(library)/demo/prepare' '\(path)/inputs' '\(path)/etc/sources.d'")
        try almanac.folder.write(try WebFixture.reports(), to: "inputs/reports.txt")
        let source = "[Source]\nKind=metar\nPath=\(path)/inputs/reports.txt\n"
        try almanac.folder.write(source, to: "etc/sources.d/reports.source")
        for page in Page.allCases { documents[page] = try BenchFiles.bytes("\(path)/inputs/\(page.file)") }
        try almanac.start()
        var (count, since) = (0, ContinuousClock.now)
        // The table and the reports alone have so many.
        while count < 3_234 || since.duration(to: .now) < .milliseconds(1_500) {
            usleep(20_000)
            guard case let records = try almanac.records, records != count else { continue }
            (count, since) = (records, .now)
        }
    }

    /// Returns a METAR of each of 2,000 stations, of the present minute.
    private static func reports() throws -> String {
        let fields = UTC(seconds: Int64(Clock.time(CLOCK_REALTIME) / 1e9)).fields
        let digits = [fields.day, fields.hour, fields.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
        let lines = try BenchFiles.lines(BenchFiles.bytes(BenchFiles.root + "etc/stations.tsv"))
        let stations = lines.filter { $0.hasSuffix("MT") }.map { $0.prefix(4) }.prefix(2_000)
        let text = "27010KT 10SM FEW250 12/03 A3012 RMK AO2 SLP198 T01220033"
        return stations.map { "METAR \($0) \(digits)Z \(text)\n" }.joined()
    }

    /// Starts the web interface by a command, and waits until it serves.
    func serve(by command: [String]) throws -> BenchProcess {
        let arguments = ["--socket", almanac.socket, "--library", BenchFiles.root + "etc"]
        let web = try BenchProcess(
            command + arguments + ["--listen", "127.0.0.1:\(port)"], output: BenchFiles.nowhere,
            errors: BenchFiles.nowhere)
        try WebClient.awaitServer(at: port)
        return web
    }

    /// Changes one record of a page.
    ///
    /// - Returns: The mark that its new text contains.
    func change(_ page: Page) throws -> String {
        number += 1
        let (document, mark) = (documents[page] ?? [], "BENCH\(number)")
        guard let found = document.firstRange(of: Array(page.place.utf8)) else {
            throw BenchError("\(page.file) does not contain \(page.place)")
        }
        let changed = document[..<found.upperBound] + Array(" \(mark)".utf8) + document[found.upperBound...]
        try BenchFiles.write(Array(changed), to: "\(almanac.folder.path)/inputs/\(page.file)")
        return mark
    }
}

/// One worker of nginx that serves files, as fast as it can.
final class WebFloor {
    /// The program; `nil` if it cannot be had.
    static let program: String? = {
        let command = "'\(BenchFiles.root)Tests/System/roots' proxies 2>/dev/null"
        return BenchFiles.output(of: command).last.map { $0 + "/usr/sbin/nginx" }
    }()

    /// The port of nginx.
    let port: UInt16
    private let folder: BenchFolder

    /// Prepares files.
    ///
    /// - Parameter files: The contents by name; those in `gzip/` are compressed.
    /// - Throws: An error if they cannot be written.
    init(_ files: [String: [UInt8]]) throws {
        port = try BenchSocket.freePort()
        folder = try BenchFolder(with: ["files", "files/gzip"])
        for (name, bytes) in files { try BenchFiles.write(bytes, to: "\(folder.path)/files/\(name)") }
        try folder.write(configuration(folder.path), to: "nginx.conf")
    }

    /// Starts nginx by a command, and waits until it serves.
    func serve(by command: [String]) throws -> BenchProcess {
        let options = ["-e", folder.path + "/errors", "-c", folder.path + "/nginx.conf"]
        let process = try BenchProcess(
            command + options, output: BenchFiles.nowhere, errors: BenchFiles.nowhere)
        try WebClient.awaitServer(at: port)
        return process
    }

    private func configuration(_ folder: String) -> String {
        let parts = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        let paths = parts.map { "\($0)_temp_path \(folder)/\($0);" }.joined(separator: " ")
        return """
            daemon off;
            master_process off;
            user root;
            pid \(folder)/pid;
            events { worker_connections 1024; }
            http {
                access_log off;
                sendfile on;
                open_file_cache max=100;
                keepalive_requests 1000000000;
                \(paths)
                default_type text/html;
                server {
                    listen 127.0.0.1:\(port);
                    root \(folder)/files;
                    location /gzip/ { add_header Content-Encoding gzip; }
                }
            }

            """
    }
}
