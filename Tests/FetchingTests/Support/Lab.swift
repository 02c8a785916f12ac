import Fetching
import Glibc
import Reactive
import Systemd
import TestServer
import Testing

/// A loop with a server and a fetcher, for one test.
final class Lab {
    let server: HTTPServer
    let fetcher: Fetcher
    private let route: Flag
    /// Released last: timers and watches that refer to it are cancelled first.
    let loop: EventLoop

    /// The time after which a request without a result, or a condition that does not hold, fails a test
    /// instead of blocking it for ever; no test reaches it, even on a machine with many times more work than
    /// cores.
    static let limit: Duration = .seconds(300)
    /// The number of turns of the loop so far.
    private(set) var turns = 0

    /// A Boolean that closures can share.
    final class Flag { var isUp = true }

    init(_ adjust: (inout FetchLimits) -> Void = { _ in }) throws {
        loop = try EventLoop()
        server = try HTTPServer(on: loop)
        var limits = FetchLimits(spoolDirectory: "/tmp")
        limits.connecting = Lab.limit
        limits.stalling = Lab.limit
        adjust(&limits)
        let route = Flag()
        self.route = route
        fetcher = Fetcher(on: loop, limits: limits, hasRoute: { route.isUp })
    }

    /// Removes or restores the route to the network.
    func setRoute(_ isUp: Bool) { route.isUp = isUp }

    /// Returns a request to the server, with the permissions that a local server needs.
    func request(_ path: String = "/") -> FetchRequest {
        var request = FetchRequest(url: server.url(path), userAgent: "almanacd/0 (+test)")
        request.allowHTTP = true
        request.allowPrivate = true
        request.timeout = Lab.limit
        return request
    }

    /// Runs the loop until a request has a result.
    func ask(_ request: FetchRequest, progress: ((Progress) -> Void)? = nil) throws -> Result<
        Answer, FetchFailure
    > {
        var result: Result<Answer, FetchFailure>?
        let subscription = fetcher.fetch(request, progress: progress).sink(
            receiveCompletion: { end in if case .failure(let failure) = end { result = .failure(failure) } },
            receiveValue: { result = .success($0) })
        try turn { result != nil }
        subscription.cancel()
        return try #require(result)
    }

    /// Sends several requests at the same time and runs the loop until each has a result.
    func askAll(_ requests: [FetchRequest]) throws -> [Result<Answer, FetchFailure>] {
        var results: [Result<Answer, FetchFailure>] = []
        var steps = requests.map { _ in Progress.Step?.none }
        let subscriptions = zip(requests, steps.indices).map { request, index in
            fetcher.fetch(request) { steps[index] = $0.step }.sink(
                receiveCompletion: { end in
                    if case .failure(let failure) = end { results.append(.failure(failure)) }
                },
                receiveValue: { results.append(.success($0)) })
        }
        try turn("the steps were \(steps)") { results.count == requests.count }
        subscriptions.forEach { $0.cancel() }
        return results
    }

    /// Runs the loop until a condition holds.
    ///
    /// - Parameters:
    ///   - state: What a failure adds to its message.
    ///   - isSo: The condition.
    /// - Throws: When the condition does not hold within the limit.
    func turn(_ state: @autoclosure () -> String = "", until isSo: () -> Bool) throws {
        let end = loop.now + Lab.limit
        while !isSo() {
            try #require(loop.now < end, "nothing happened for \(Lab.limit); \(state())")
            _ = try loop.turn(timeout: .seconds(1))
            turns += 1
        }
    }

    /// Answers every request with the given acts, and sends a request.
    func ask(_ acts: HTTPServer.Act...) throws -> Result<Answer, FetchFailure> {
        server.script = { _ in acts }
        return try ask(request())
    }

    /// Serves one response, which must be a document.
    func document(_ acts: HTTPServer.Act...) throws -> Document {
        server.script = { _ in acts }
        return try document(request())
    }

    /// Sends a request whose answer must be a document.
    func document(_ request: FetchRequest) throws -> Document {
        guard case .document(let document) = try ask(request).get() else {
            throw SystemError(call: "a document", code: ENODATA)
        }
        return document
    }

    /// Serves one response, which must be a failure.
    func failure(_ acts: HTTPServer.Act...) throws -> FetchFailure {
        server.script = { _ in acts }
        return try failure(request())
    }

    /// Sends a request that must fail.
    func failure(_ request: FetchRequest) throws -> FetchFailure {
        let result = try ask(request)
        guard case .failure(let failure) = result else { throw SystemError(call: "a failure", code: ENODATA) }
        return failure
    }
}
