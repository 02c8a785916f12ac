import Fetching
import Glibc
import Reactive
import Systemd

/// A fetcher, with the limits of the daemon, that requests unchanged documents.
final class TransportClient {
    private let server: TransportServer
    private let name: String
    private let fetcher: Fetcher
    private let loop: EventLoop
    private let allowsHTTP2: Bool
    private var validators = Validators()

    /// Requests the document once, for its validators and a connection.
    ///
    /// - Throws: An error if that fails.
    init(_ server: TransportServer, name: String, allowsHTTP2: Bool) throws {
        self.server = server
        self.name = name
        self.allowsHTTP2 = allowsHTTP2
        loop = try EventLoop()
        fetcher = Fetcher(on: loop, limits: FetchLimits(spoolDirectory: "/tmp"), hasRoute: { true })
        try ask(1)
    }

    /// Requests documents, each from an address of its own, and waits for all answers.
    ///
    /// - Throws: An error if a request fails.
    func ask(_ count: Int) throws {
        var left = count
        var fault: FetchFailure?
        let subscriptions = (0..<count).map { number in
            fetcher.fetch(request(number)).sink(
                receiveCompletion: { end in
                    if case .failure(let failure) = end { fault = failure }
                },
                receiveValue: { [self] answer in
                    left -= 1
                    if case .document(let document) = answer { validators = document.validators }
                })
        }
        while left > 0, fault == nil { _ = try loop.turn(timeout: .seconds(1)) }
        subscriptions.forEach { $0.cancel() }
        if let fault { throw BenchError(description: "a request failed: \(fault)") }
    }

    /// Requests documents.
    ///
    /// - Returns: The CPU time of this process for each, in microseconds.
    /// - Throws: An error if a request fails.
    func cost(of count: Int) throws -> Double { try BenchCost.of(count) { try ask(count) }.processor }

    private func request(_ number: Int) -> FetchRequest {
        var request = FetchRequest(
            url: server.address(of: number, client: name), userAgent: "almanacd/0 (bench)")
        request.allowPrivate = true
        request.caFile = server.certificate
        request.allowHTTP2 = allowsHTTP2
        request.validators = validators
        return request
    }
}
