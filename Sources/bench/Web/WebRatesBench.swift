import Glibc
import Records
import Systemd

/// The requests per second of the web interface, compared with those of nginx in one run and in turn.
enum WebRatesBench {
    private static let rounds = 7
    private static let changes = 40
    /// The time for the daemon's work after a change, in microseconds: it shares a core with the clients, and
    /// indexes the words of the change within 0.1 s.
    private static let pause: UInt32 = 150_000
    private static let duration = Duration.milliseconds(500)

    /// Runs the benchmark.
    static func run(_ fixture: WebFixture) throws {
        let client = try WebClient(WebFixture.port)
        var files: [String: [UInt8]] = [:]
        for page in WebFixture.Page.allCases {
            files["\(page)"] = try client.response(to: WebClient.request(page.target)).body
            files["gzip/\(page)"] =
                try client.response(to: WebClient.request(page.target, encoding: "gzip")).body
        }
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) { print("\(name): \(bytes.count) bytes") }
        let floor = try WebFloor(files)
        for page in WebFixture.Page.allCases {
            for encoding in [nil, "gzip"] { try compareKept(page, encoding) }
            for encoding in [nil, "gzip"] { try compareChanged(page, encoding, fixture) }
        }
        withExtendedLifetime(floor) {}
    }

    private static func name(_ page: WebFixture.Page, _ encoding: String?) -> String {
        encoding.map { "\(page), \($0)" } ?? "\(page)"
    }

    private static func floorRequest(_ page: WebFixture.Page, _ encoding: String?) -> [UInt8] {
        WebClient.request(encoding.map { "/\($0)/\(page)" } ?? "/\(page)", encoding: encoding)
    }

    /// Compares the rates of a page that does not change.
    private static func compareKept(_ page: WebFixture.Page, _ encoding: String?) throws {
        let request = WebClient.request(page.target, encoding: encoding)
        let floorRequest = floorRequest(page, encoding)
        var rates: [Double] = []
        var floorRates: [Double] = []
        for _ in 0..<rounds {
            rates.append(try rate(of: request))
            floorRates.append(try WebLoad(WebFloor.port, floorRequest).rate(during: duration))
        }
        let rate = Measure.median(rates)
        let floorRate = Measure.median(floorRates)
        let name = name(page, encoding)
        print("\(name): \(Measure.short(rate)) requests per second, nginx \(Measure.short(floorRate))")
        fflush(nil)
        Measure.goal("web \(name), kept, to nginx", rate / floorRate, atLeast: 0.5)
    }

    /// Returns the requests per second of the web interface.
    ///
    /// A page that is rendered anew, because a minute has passed, may have another length than the one before,
    /// for which the load waits in vain: then it is repeated once.
    private static func rate(of request: [UInt8]) throws -> Double {
        do {
            return try WebLoad(WebFixture.port, request).rate(during: duration)
        } catch is BenchError {
            return try WebLoad(WebFixture.port, request).rate(during: duration)
        }
    }

    /// Compares the rates of single requests, each of which follows a change of the page.
    private static func compareChanged(
        _ page: WebFixture.Page, _ encoding: String?, _ fixture: WebFixture
    ) throws {
        let web = try WebClient(WebFixture.port)
        let floor = try WebClient(WebFloor.port)
        let streams = try WebStreams(1)
        let request = WebClient.request(page.target, encoding: encoding)
        let floorRequest = floorRequest(page, encoding)
        var delays: [Double] = []
        var floorDelays: [Double] = []
        for round in 0...changes {
            let mark = try fixture.change(page)
            _ = try streams.wait(for: mark)
            usleep(pause)
            let delay = try delay(of: request, to: web, containing: encoding == nil ? mark : nil)
            let floorDelay = try self.delay(of: floorRequest, to: floor)
            guard round > 0 else { continue }
            delays.append(delay)
            floorDelays.append(floorDelay)
        }
        let delay = Measure.median(delays)
        let floorDelay = Measure.median(floorDelays)
        let name = name(page, encoding)
        print("\(name): \(Measure.short(delay)) µs after a change, nginx \(Measure.short(floorDelay)) µs")
        fflush(nil)
        Measure.goal("web \(name), changed, to nginx", floorDelay / delay, atLeast: 0.1)
    }

    /// Returns the microseconds from a request to the end of its response.
    private static func delay(
        of request: [UInt8], to client: WebClient, containing mark: String? = nil
    ) throws -> Double {
        let start = Measure.wall
        let response = try client.response(to: request)
        let delay = (Measure.wall - start) / 1e3
        if let mark, response.body.firstRange(of: Array(mark.utf8)) == nil {
            throw BenchError(description: "the page does not contain the change \(mark)")
        }
        return delay
    }
}
