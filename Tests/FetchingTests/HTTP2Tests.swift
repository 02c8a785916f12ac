import Fetching
import Reactive
import Records
import Testing
import TestServer

@Suite(
    "HTTP/2, with a real server that speaks nothing else", .serialized, .enabled(if: HTTP2Server.isPossible))
struct HTTP2Tests {
    private static func request(_ server: HTTP2Server, _ path: String) -> FetchRequest {
        var request = FetchRequest(url: "https://localhost:\(server.port)\(path)", userAgent: "test")
        request.allowPrivate = true
        request.caFile = server.certificate
        request.timeout = Lab.limit
        return request
    }

    private static func count(_ answers: [Result<Answer, FetchFailure>]) throws -> [Int] {
        try answers.map { answer in
            guard case .document(let document) = try answer.get() else { return 0 }
            return document.body.count
        }
    }

    @Test func `a server that speaks only HTTP/2 is read, and the steps name the version`() throws {
        let (lab, server) = (try Lab(), try HTTP2Server())
        var steps: [Progress.Step] = []
        guard
            case .document(let document) = try lab.ask(
                HTTP2Tests.request(server, "/bytes/70000"), progress: { steps.append($0.step) }
            ).get()
        else { return #expect(Bool(false)) }
        #expect(document.body.count == 70_000)
        #expect(steps.contains(.answering(status: 200, version: "HTTP/2")))
        #expect(document.timings.secured != nil)
    }

    @Test func `HTTP 1.1 alone does not reach it, and the failure says so`() throws {
        let (lab, server) = (try Lab(), try HTTP2Server())
        var request = HTTP2Tests.request(server, "/bytes/1")
        request.allowHTTP2 = false
        #expect([.tls, .connect].contains(try lab.failure(request).reason))
    }

    @Test func `200 sources on one host use one connection`() throws {
        let lab = try Lab {
            $0.transfersPerHost = 16
            $0.transfers = 64
        }
        let server = try HTTP2Server()
        let requests = (0..<200).map { HTTP2Tests.request(server, "/bytes/\($0 + 1)") }
        let counts = try HTTP2Tests.count(lab.askAll(requests))
        #expect(Set(counts) == Set(1...200))
        #expect(try server.log().count { $0 == "connection" } == 1)
    }

    @Test func `no more requests than the limit of the host are open at the same time`() throws {
        let (lab, server) = (try Lab(), try HTTP2Server())
        _ = try lab.askAll((0..<20).map { _ in HTTP2Tests.request(server, "/bytes/3000000") })
        let open = try server.log().filter { $0.hasPrefix("request") }.compactMap { line in
            line.split(separator: " ").last.flatMap { Int($0) }
        }
        #expect(open.count == 20)
        #expect(open.max() == 2, "at most two requests run at the same time, as with HTTP/1.1")
    }

    @Test func `large bodies that are paused arrive whole, beside small ones`() throws {
        let lab = try Lab { $0.transfersPerHost = 6 }
        let server = try HTTP2Server()
        let sizes = [9_000_000, 12_000_000, 3, 16_000_000, 500, 7_000_000]
        let requests = sizes.map { HTTP2Tests.request(server, "/bytes/\($0)") }
        #expect(try HTTP2Tests.count(lab.askAll(requests)).sorted() == sizes.sorted())
        #expect(try server.log().count { $0 == "connection" } == 1)
    }

    @Test func `an unchanged document is not sent again, and the connection stays usable`() throws {
        let (lab, server) = (try Lab(), try HTTP2Server())
        var request = HTTP2Tests.request(server, "/same")
        let document = try lab.document(request)
        request.validators = document.validators
        for answer in try lab.askAll(Array(repeating: request, count: 40)) {
            guard case .notModified = try answer.get() else { return #expect(Bool(false)) }
        }
        #expect(try lab.document(HTTP2Tests.request(server, "/bytes/10")).body.count == 10)
        #expect(try server.log().count { $0 == "connection" } == 1)
    }

    @Test func `a request that hangs does not stop the others of its connection`() throws {
        let lab = try Lab { $0.transfersPerHost = 3 }
        let server = try HTTP2Server()
        var hasEnded = false
        let hanging = lab.fetcher.fetch(HTTP2Tests.request(server, "/hang"))
            .sink(receiveCompletion: { _ in hasEnded = true }, receiveValue: { _ in })
        let others = (0..<8).map { _ in HTTP2Tests.request(server, "/bytes/100000") }
        do {
            #expect(try HTTP2Tests.count(lab.askAll(others)) == Array(repeating: 100_000, count: 8))
        } catch {
            let noted = try server.log().filter { !$0.hasPrefix("header") }
            Issue.record("\(error); the server noted: \(noted)")
        }
        #expect(!hasEnded)
        hanging.cancel()
        var late = HTTP2Tests.request(server, "/hang")
        late.timeout = .milliseconds(200)
        #expect(try lab.failure(late).reason == .timeout)
        #expect(try server.log().count { $0 == "connection" } == 1)
    }

    @Test func `a document that is too large is refused without the connection`() throws {
        let (lab, server) = (try Lab(), try HTTP2Server())
        var request = HTTP2Tests.request(server, "/bytes/5000000")
        request.maximumBytes = 1000
        #expect(try lab.failure(request).reason == .size)
        #expect(try lab.document(HTTP2Tests.request(server, "/bytes/10")).body.count == 10)
    }

    @Test(arguments: ["/reset", "/away"])
    func `a stream or a connection that the server ends is a failure with advice`(_ path: String) throws {
        let (lab, server) = (try Lab(), try HTTP2Server())
        let failure = try lab.failure(HTTP2Tests.request(server, path))
        #expect([.connect, .truncated].contains(failure.reason))
        #expect(failure.message.hasPrefix("localhost: "))
        #expect(try lab.document(HTTP2Tests.request(server, "/bytes/10")).body.count == 10)
    }

    @Test func `a status is judged as with HTTP 1.1`() throws {
        let (lab, server) = (try Lab(), try HTTP2Server())
        #expect(try lab.failure(HTTP2Tests.request(server, "/status/404")).httpStatus == 404)
        #expect(try lab.failure(HTTP2Tests.request(server, "/status/403")).reason == .denied)
        let moved = HTTP2Tests.request(server, "/moved?/bytes/33")
        #expect(try lab.document(moved).body.count == 33)
    }

    @Test func `requests that wait for a handshake that hangs fail like the first one`() throws {
        let lab = try Lab { $0.connecting = .milliseconds(300) }
        lab.server.greeting = [.keepSilent]
        var request = FetchRequest(url: "https://localhost:\(lab.server.port)/", userAgent: "test")
        request.allowPrivate = true
        request.timeout = .seconds(60)
        let failures = try lab.askAll([request, request]).map { answer -> FailureReason? in
            if case .failure(let failure) = answer { failure.reason } else { nil }
        }
        #expect(failures == [.timeout, .timeout])
    }
}
