import Glibc
import Records

/// Pages in Chromium: the delay from a commit to what they show, and the size of what they load.
enum WebPagesBench {
    private static let streams = 990
    private static let changes = 160
    private static let pause: CUnsignedInt = 300_000

    /// Runs the benchmark.
    static func run(_ fixture: WebFixture) throws {
        let streams = try WebStreams(streams)
        let browser = try WebBrowser(until: [fixture.mark(changes - 1), fixture.mark(changes)])
        var commits: [String: Int] = [:]
        for number in 0..<changes {
            let mark = try fixture.change(number.isMultiple(of: 2) ? .airport : .table)
            commits[mark] = try streams.wait(for: mark)
            usleep(pause)
        }
        let shown = try browser.end()
        let delays = shown.compactMap { page in
            commits[page.mark].map { Double(page.moment - $0) / 1e3 }
        }.sorted()
        print("\(delays.count) changes shown by \(WebBrowser.pages) pages beside \(self.streams) streams")
        guard delays.count >= changes * WebBrowser.pages / 4 else {
            throw BenchError(description: "pages show only \(delays.count) changes")
        }
        Measure.goal("web commit to changed page, median", Measure.median(delays), limit: 100, unit: " ms")
        Measure.goal(
            "web commit to changed page, 99 of 100", delays[delays.count * 99 / 100], limit: 300, unit: " ms")
        Measure.goal("web first page", Double(browser.sizes["/"] ?? .max) / 1e3, limit: 60, unit: " kB")
        Measure.goal("web map", Double(browser.sizes["/map"] ?? .max) / 1e3, limit: 150, unit: " kB")
    }
}
