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

    /// The web interface.
    let web: BenchProcess
    private let almanac: Almanac
    private var documents: [Page: [UInt8]] = [:]
    private var number = 10_000

    /// Starts both, and waits until all records are there: none has come for one and a half seconds.
    init() throws {
        let library = BenchFiles.root + "etc"
        almanac = try Almanac(library: library)
        let path = almanac.folder.path
        _ = BenchFiles.output(of: "'\(library)/demo/prepare' '\(path)/inputs' '\(path)/etc/sources.d'")
        for page in Page.allCases { documents[page] = try BenchFiles.bytes("\(path)/inputs/\(page.file)") }
        try almanac.start()
        var (count, since) = (0, ContinuousClock.now)
        while count < WebFixture.fewest || since.duration(to: .now) < .milliseconds(1_500) {
            usleep(20_000)
            guard case let records = try almanac.records, records != count else { continue }
            (count, since) = (records, .now)
        }
        let silence = open("/dev/null", O_WRONLY)
        web = try BenchProcess(
            ["/usr/bin/taskset", "-c", WebBench.serverProcessor, try BenchFiles.programs() + "almanac-web"]
                + [
                    "--socket", almanac.socket, "--library", library, "--listen",
                    "127.0.0.1:\(WebFixture.port)",
                ],
            output: silence, errors: silence)
        try WebClient.awaitServer(at: WebFixture.port)
    }

    /// Returns the mark of the change that follows after a number of others; of the latest one for 0.
    func mark(_ count: Int) -> String { "BENCH\(number + count)" }

    /// Changes one record of a page.
    ///
    /// - Returns: The mark that its new text contains.
    func change(_ page: Page) throws -> String {
        number += 1
        let document = documents[page] ?? []
        guard let found = document.firstRange(of: Array(page.place.utf8)) else {
            throw BenchError("\(page.file) does not contain \(page.place)")
        }
        let changed =
            document[..<found.upperBound] + Array(" \(mark(0))".utf8) + document[found.upperBound...]
        try BenchFiles.write(Array(changed), to: "\(almanac.folder.path)/inputs/\(page.file)")
        return mark(0)
    }
}
