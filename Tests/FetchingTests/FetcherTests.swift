import Fetching
import Reactive
import Records
import Systemd
import TestServer
import Testing

@Suite("Fetcher, with a real server", .serialized) struct FetcherTests {
    @Test func `a document has its type, validators and dates`() throws {
        let lab = try Lab()
        let fields = """
            Content-Type: text/csv; charset=windows-1252\r
            ETag: "x  y"\r
            Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r
            Cache-Control: max-age=300\r

            """
        let document = try lab.document(.answer("200 OK", fields, "a,b\n1,2\n"))
        #expect(document.body.inMemory == Array("a,b\n1,2\n".utf8))
        #expect(document.mediaType?.name == "text/csv")
        #expect(document.mediaType?.charset == "windows-1252")
        #expect(
            document.validators
                == Validators(etag: "\"x  y\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
        )
        #expect(document.reference.description == "1994-11-06T08:49:37Z")
        #expect(document.freshness.lifetime == .seconds(300))
    }

    @Test func `a request has its user agent and header fields`() throws {
        let lab = try Lab()
        lab.server.script = { _ in [.answer("200 OK", "", "x")] }
        var request = lab.request("/a?b=c")
        request.headers = [.init("Accept", "text/plain"), .init("X-App-Token", "Grüße")]
        _ = try lab.document(request)
        let head = lab.server.heads[0]
        #expect(head.hasPrefix("GET /a?b=c HTTP/1.1\r\n"))
        #expect(head.contains("\r\nUser-Agent: almanacd/0 (+test)\r\n"))
        #expect(head.contains("\r\nAccept: text/plain\r\n"))
        #expect(head.contains("\r\nX-App-Token: Grüße\r\n"))
        #expect(!head.contains("Cookie"))
    }

    @Test func `validators are returned byte for byte, and a 304 means that nothing changed`() throws {
        let lab = try Lab()
        lab.server.script = { head in
            head.contains("If-None-Match")
                ? [.answer("304 Not Modified", "Cache-Control: max-age=60\r\nETag: \"2\"\r\n")] : [.close]
        }
        var request = lab.request()
        request.validators = Validators(etag: "W/\"ä, b\"", lastModified: "yesterday, or so")
        let answer = try lab.ask(request).get()
        guard case .notModified(let freshness) = answer else {
            Issue.record("modified")
            return
        }
        #expect(freshness.lifetime == .seconds(60))
        #expect(freshness.validators == Validators(etag: "\"2\""))
        let head = lab.server.heads[0].unicodeScalars
        #expect(lab.server.heads[0].contains("\r\nIf-Modified-Since: yesterday, or so\r\n"))
        #expect(
            head.contains("\u{FFFD}"), "ä goes out as the one byte E4 it came as, which is no UTF-8")
    }

    @Test func `a large body is stored in a file and reads the same`() throws {
        let lab = try Lab { $0.memory = 100_000 }
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
        let document = try lab.document(.answer("200 OK", "", body))
        #expect(document.body.inMemory == nil)
        #expect(document.body.count == body.count)
        var read: [UInt8] = []
        try document.body.forEachSlice(of: 7_000) { slice in
            for index in slice.indices { read.append(slice[index]) }
        }
        #expect(read == body)
    }

    @Test func `the steps of an attempt are reported in order`() throws {
        let lab = try Lab()
        var steps: [Progress.Step] = []
        lab.server.script = { _ in [.answer("200 OK", "", "hello")] }
        _ = try lab.ask(lab.request()) { steps.append($0.step) }
        #expect(
            steps == [
                .queued(host: "127.0.0.1"), .resolving(host: "127.0.0.1"),
                .connecting(address: "127.0.0.1"),
                .asking(address: "127.0.0.1"), .answering(status: 200, version: "HTTP/1.1"),
                .receiving(bytes: 5, of: 5),
            ])
    }

    @Test func `connections are reused`() throws {
        let lab = try Lab()
        for _ in 0..<5 { _ = try lab.document(.answer("200 OK", "", "x")) }
        #expect(lab.server.connections == 1)
        #expect(lab.server.heads.count == 5)
    }

    @Test func `connections from before a network change are not reused`() throws {
        let lab = try Lab()
        _ = try lab.document(.answer("200 OK", "", "x"))
        lab.fetcher.networkChanged()
        _ = try lab.document(.answer("200 OK", "", "x"))
        #expect(lab.server.connections == 2)
    }

    @Test func `a cancellation aborts the attempt at once and releases everything`() throws {
        let lab = try Lab()
        lab.server.script = { _ in [.say("HTTP/1.1 200 OK\r\n\r\n"), .forever(Array("abc\n".utf8))] }
        var bytes = 0
        let subscription = lab.fetcher.fetch(lab.request()) { progress in
            if case .receiving(let count, _) = progress.step { bytes = count }
        }.sink(
            receiveCompletion: { _ in Issue.record("ended") },
            receiveValue: { _ in Issue.record("answered") }
        )
        try lab.turn { bytes > 0 }
        subscription.cancel()
        try lab.turn { lab.server.open == 0 }
        #expect(try lab.document(.answer("200 OK", "", "x")).body.count == 1)
    }

    @Test func `an attempt may be cancelled by its own progress callback`() throws {
        let lab = try Lab()
        lab.server.script = { _ in [.say("HTTP/1.1 200 OK\r\n\r\n"), .forever(Array("abc\n".utf8))] }
        var subscription: AnyCancellable?
        subscription = lab.fetcher.fetch(lab.request()) { progress in
            if case .receiving = progress.step { subscription = nil }
        }.sink(
            receiveCompletion: { _ in Issue.record("ended") },
            receiveValue: { _ in Issue.record("answered") }
        )
        try lab.turn { subscription == nil && lab.server.open == 0 }
        #expect(lab.server.heads.count == 1)
    }

    @Test func `each subscription sends its own request`() throws {
        let lab = try Lab()
        lab.server.script = { _ in [.answer("200 OK", "", "x")] }
        let fetch = lab.fetcher.fetch(lab.request())
        var answers = 0
        let both = [fetch, fetch].map { fetch in
            fetch.sink(receiveCompletion: { _ in }, receiveValue: { _ in answers += 1 })
        }
        try lab.turn { answers == 2 }
        #expect(lab.server.heads.count == 2)
        both.forEach { $0.cancel() }
    }

    @Test func `the number of concurrent transfers per host is limited`() throws {
        let lab = try Lab { $0.transfersPerHost = 3 }
        lab.server.script = { _ in [.keepSilent] }
        let all = (0..<8).map { _ in
            lab.fetcher.fetch(lab.request()).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        }
        try lab.turn { lab.server.heads.count == 3 }
        while try lab.loop.turn(timeout: .zero) {}
        #expect(lab.server.heads.count == 3)
        all[0].cancel()
        try lab.turn { lab.server.heads.count == 4 }
        all.forEach { $0.cancel() }
    }

    @Test func `a request that waits for its turn says so, and is then sent`() throws {
        let lab = try Lab { ($0.transfersPerHost, $0.transfersPerHangingHost) = (1, 1) }
        lab.server.script = { head in
            head.hasPrefix("GET /hang") ? [.keepSilent] : [.answer("200 OK", "", "x")]
        }
        let hanging = lab.fetcher.fetch(lab.request("/hang"))
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        var (steps, answers): ([Progress.Step], Int) = ([], 0)
        let waiting = lab.fetcher.fetch(lab.request("/good")) { steps.append($0.step) }
            .sink(receiveCompletion: { _ in }, receiveValue: { _ in answers += 1 })
        try lab.turn { lab.server.heads.count == 1 && !steps.isEmpty }
        #expect(steps == [.queued(host: "127.0.0.1")])
        hanging.cancel()
        try lab.turn { answers == 1 }
        waiting.cancel()
    }

    @Test func `a server that refuses holds neither another server of its host nor another port`() throws {
        let lab = try Lab()
        let other = try HTTPServer(on: lab.loop)
        other.script = { _ in [.answer("200 OK", "", "x")] }
        #expect(try lab.failure(.answer("429 Slow down")).httpStatus == 429)
        #expect(try lab.failure(lab.request()).reason == .waiting)
        var request = lab.request()
        request.url = other.url()
        #expect(try lab.document(request).body.count == 1)
    }

    @Test func `a redirect to a host that asked to wait ends there`() throws {
        let lab = try Lab()
        let other = try HTTPServer(on: lab.loop)
        other.script = { _ in [.answer("429 Slow down")] }
        var request = lab.request()
        request.url = other.url()
        #expect(try lab.failure(request).httpStatus == 429)
        let failure = try lab.failure(.answer("302 Found", "Location: \(other.url("/x"))\r\n", ""))
        #expect(failure.reason == .waiting && other.heads.count == 1)
    }

    @Test func `requests to one host start one after another, separated by the spacing`() throws {
        let lab = try Lab()
        lab.server.script = { _ in [.answer("200 OK", "", "x")] }
        var (answers, request) = (0, lab.request())
        request.spacing = .milliseconds(20)
        let all = (0..<4).map { _ in
            lab.fetcher.fetch(request).sink(
                receiveCompletion: { _ in }, receiveValue: { _ in answers += 1 })
        }
        try lab.turn { !lab.server.heads.isEmpty }
        #expect(lab.server.heads.count == 1)
        try lab.turn { answers == 4 }
        all.forEach { $0.cancel() }
    }

    @Test func `requests that wait for a host fail once the host refuses`() throws {
        let lab = try Lab { $0.transfersPerHost = 1 }
        lab.server.script = { _ in [.answer("503 Busy", "Retry-After: 60\r\n")] }
        var reasons: [FailureReason] = []
        let all = (0..<3).map { _ in
            lab.fetcher.fetch(lab.request()).sink(
                receiveCompletion: {
                    if case .failure(let failure) = $0 { reasons.append(failure.reason) }
                },
                receiveValue: { _ in })
        }
        try lab.turn { reasons.count == 3 }
        #expect(reasons == [.http, .waiting, .waiting])
        #expect(lab.server.heads.count == 1)
        all.forEach { $0.cancel() }
    }

    @Test func `a gzip file without a declared coding is unpacked`() throws {
        let lab = try Lab()
        let packed = try shell("printf 'a,b\\n' | gzip -9")
        let document = try lab.document(.answer("200 OK", "Content-Type: application/gzip\r\n", packed))
        #expect(document.body.inMemory == Array("a,b\n".utf8))
    }
}
