import Glibc
import Records
import Systemd

/// A daemon with the data of the demo, and a web interface, as processes.
final class WebFixture {
    /// A page whose content changes.
    enum Page: CaseIterable {
        /// An airport.
        case airport
        /// A table with more than 1,200 rows.
        case table

        /// The path and query of the page.
        var target: String { self == .airport ? "/KPWM" : "/data/hospitals?count=2000" }

        fileprivate var file: String { self == .airport ? "KPWM.txt" : "Hospital.csv" }
        /// The text of the document that a change follows.
        fileprivate var place: String { self == .airport ? "RMK" : "Milford Specialist" }
    }

    /// The port of the web interface.
    static let port: UInt16 = 8080
    /// The query of the sources that change.
    static let sources = "sources=hospitals,metar@KPWM"
    /// The number of records that the table alone has.
    private static let fewest = 1_234
    /// The milliseconds without a further record after which all sources have been read.
    private static let quiet = 1_500

    /// The web interface.
    let web: BenchProcess
    private let folder: BenchFolder
    private let daemon: BenchProcess
    private var documents: [Page: [UInt8]] = [:]
    private var number = 10_000

    /// Starts both, and waits until all records are there.
    init() throws {
        let folder = try BenchFolder(with: BenchFixture.folders)
        self.folder = folder
        let path = folder.path
        let prepare = "'\(BenchFiles.root)etc/demo/prepare' '\(path)/inputs' '\(path)/etc/sources.d'"
        _ = BenchFiles.output(of: prepare)
        for page in Page.allCases { documents[page] = try BenchFiles.bytes("\(path)/inputs/\(page.file)") }
        let programs = try BenchFiles.programs()
        let library = BenchFiles.root + "etc"
        let silence = open("/dev/null", O_WRONLY)
        daemon = try BenchProcess(
            [programs + "almanacd", "--config", path + "/etc", "--state", path + "/state"]
                + ["--run", path + "/run", "--library", library], errors: silence)
        let socket = BenchFixture.socketPath(in: path)
        try WebFixture.awaitRecords(at: socket)
        web = try BenchProcess(
            ["/usr/bin/taskset", "-c", WebBench.serverProcessor, programs + "almanac-web"]
                + ["--socket", socket, "--library", library, "--listen", "127.0.0.1:\(WebFixture.port)"],
            output: silence, errors: silence)
        try WebClient.awaitServer(at: WebFixture.port)
    }

    /// Stops both.
    func end() {
        web.end()
        daemon.end()
    }

    private static func awaitRecords(at socket: String) throws {
        var count = 0
        var since = ContinuousClock.now
        while count < fewest || since.duration(to: .now) < .milliseconds(quiet) {
            usleep(20_000)
            let status = try CrowdArrival.status(at: socket, patience: .seconds(10))
            guard let records = status["records"]?.int, records != count else { continue }
            count = records
            since = .now
        }
    }

    /// Returns the mark of the change that follows after a number of others; of the latest one for 0.
    func mark(_ count: Int) -> String { "BENCH\(number + count)" }

    /// Changes one record of a page.
    ///
    /// - Returns: The mark that its new text contains.
    func change(_ page: Page) throws -> String {
        number += 1
        let mark = mark(0)
        let document = documents[page] ?? []
        let place = Array(page.place.utf8)
        guard let found = document.firstRange(of: place) else {
            throw BenchError(description: "\(page.file) does not contain \(page.place)")
        }
        let changed = document[..<found.upperBound] + Array(" \(mark)".utf8) + document[found.upperBound...]
        let file = "\(folder.path)/inputs/\(page.file)"
        guard BenchFiles.write(Array(changed), to: file + ".part"), rename(file + ".part", file) == 0 else {
            throw BenchError(description: "cannot write \(file)")
        }
        return mark
    }
}
