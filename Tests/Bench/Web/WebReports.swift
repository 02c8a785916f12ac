import Glibc

/// The time of 2,000 METARs in the form of another service, kept and after a change, beside that of nginx, which
/// sends the same bytes.
struct WebReports {
    private static let rounds = 20

    let fixture: WebFixture
    private let request = WebClient.request(WebFixture.Page.reports.target)

    /// Prints the times, and judges their ratios.
    ///
    /// - Throws: An error if a process cannot be started, or does not answer as expected.
    func measure() throws {
        let web = try fixture.serve(by: [fixture.program])
        defer { web.stop() }
        let client = try WebClient(fixture.port)
        let streams = try WebStreams(1, of: WebFixture.sources, at: fixture.port)
        let content = try client.response(to: request)
        print("web, 2,000 METARs: \(content.count) bytes of JSON")
        guard let program = WebFloor.program else { return print("web, 2,000 METARs: nginx is missing") }
        let floor = try WebFloor(["reports": content])
        let nginx = try floor.serve(by: [program])
        defer { nginx.stop() }
        let peer = try WebClient(floor.port)
        try Goal.times([
            ("web, 2,000 METARs kept, time to nginx", 1.5), ("web, 2,000 METARs changed, time to nginx", 5),
        ]) {
            let least = try times { try peer.response(to: WebClient.request("/reports")) }
            let kept = try times { try client.response(to: request) }
            let changed = try times(after: { _ = try streams.wait(for: fixture.change(.reports)) }) {
                try client.response(to: request)
            }
            print("ms: nginx \(least.spread), kept \(kept.spread), changed \(changed.spread)")
            return [kept, changed].map { $0.median / least.median }
        }
    }

    /// Returns the milliseconds of some requests, each after a preparation that is not measured.
    private func times(
        after prepare: () throws -> Void = {}, _ ask: () throws -> [UInt8]
    ) throws -> [Double] {
        try (0..<WebReports.rounds).map { _ in
            try prepare()
            let start = ContinuousClock.now
            _ = try ask()
            return start.duration(to: .now) / .milliseconds(1)
        }
    }
}
