import Fetching
import Glibc
import Reactive
import Systemd
import TestServer
import Testing

/// A loop with a server and a fetcher on it, for one test.
final class Lab {
    let server: HTTPServer
    let fetcher: Fetcher
    private let route: Flag
    /// Let go of last: its timers and watches go before it.
    let loop: EventLoop

    /// How long one turn of the loop may last here: the aim of 50 ms, and twenty times that for a debug build on
    /// a machine that is busy otherwise; what it guards against takes seconds.
    static let longestTurn: Duration = .seconds(1)

    /// A value that a closure can look at.
    final class Flag { var isUp = true }

    init(_ adjust: (inout Limits) -> Void = { _ in }) throws {
        loop = try EventLoop()
        server = try HTTPServer(on: loop)
        var limits = Limits(spoolDirectory: "/tmp")
        adjust(&limits)
        let route = Flag()
        self.route = route
        fetcher = Fetcher(on: loop, limits: limits, hasRoute: { route.isUp })
    }

    /// Takes the way to the network away, or gives it back.
    func setRoute(_ isUp: Bool) { route.isUp = isUp }

    /// A request to the server that allows what the server is.
    func request(_ path: String = "/") -> Request {
        var request = Request(url: server.url(path), userAgent: "almanacd/0 (+test)")
        (request.allowHTTP, request.allowPrivate, request.timeout) = (true, true, .seconds(20))
        return request
    }

    /// Turns the loop until a request has its answer.
    func ask(_ request: Request, progress: ((Progress) -> Void)? = nil) throws -> Result<Answer, FetchFailure>
    {
        var result: Result<Answer, FetchFailure>?
        let subscription = fetcher.fetch(request, progress: progress).sink(
            receiveCompletion: { end in if case .failure(let failure) = end { result = .failure(failure) } },
            receiveValue: { result = .success($0) })
        try turn { result != nil }
        subscription.cancel()
        return try #require(result)
    }

    /// Turns the loop until something is so, for at most half a minute.
    func turn(until isSo: () -> Bool) throws {
        let end = loop.now + .seconds(30)
        while !isSo() {
            try #require(loop.now < end, "nothing happened for half a minute")
            _ = try loop.turn(timeout: .seconds(1))
        }
    }

    /// Serves one answer to every request, and asks.
    func ask(_ acts: HTTPServer.Act...) throws -> Result<Answer, FetchFailure> {
        server.script = { _ in acts }
        return try ask(request())
    }

    /// Serves one answer that must be a document.
    func document(_ acts: HTTPServer.Act...) throws -> Document {
        server.script = { _ in acts }
        return try document(request())
    }

    /// Asks for what must be a document.
    func document(_ request: Request) throws -> Document {
        guard case .document(let document) = try ask(request).get() else {
            throw SystemError(call: "a document", code: ENODATA)
        }
        return document
    }

    /// Serves one answer that must fail.
    func failure(_ acts: HTTPServer.Act...) throws -> FetchFailure {
        server.script = { _ in acts }
        return try failure(request())
    }

    /// Asks for what must fail.
    func failure(_ request: Request) throws -> FetchFailure {
        let result = try ask(request)
        guard case .failure(let failure) = result else { throw SystemError(call: "a failure", code: ENODATA) }
        return failure
    }
}
