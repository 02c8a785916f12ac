import Fetching
import Records
import Testing
import TestServer

@Suite("Failures of requests to a real server", .serialized) struct FailureTests {
    @Test(arguments: [
        (401, FailureReason.denied), (403, .denied), (407, .denied), (404, .http), (410, .http), (400, .http),
        (500, .http),
        (502, .http), (204, .empty), (205, .empty), (202, .http), (304, .http), (300, .http),
    ]) func `each status has its reason`(_ status: Int, _ reason: FailureReason) throws {
        let lab = try Lab()
        let failure = try lab.failure(
            .answer("\(status) \u{1B}[31mRed", "", status == 204 ? "" : "some text"))
        #expect(failure.reason == reason)
        #expect(failure.httpStatus == status)
        #expect(failure.message.hasPrefix("127.0.0.1: "))
        #expect(!failure.message.contains("Red"))
    }

    @Test(arguments: [204, 205]) func `a response without content is an answer if the request allows it`(
        _ status: Int
    ) throws {
        let lab = try Lab()
        lab.server.script = { _ in [.answer("\(status) Nothing", "Cache-Control: max-age=60\r\n")] }
        var request = lab.request()
        request.allowsNoContent = true
        let answer = try lab.ask(request).get()
        guard case .nothing(let freshness) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(freshness.lifetime == .seconds(60))
    }

    @Test func `a partial response that was not requested has the reason content`() throws {
        let failure = try Lab().failure(
            .answer("206 Partial Content", "Content-Range: bytes 0-1/9\r\n", "ab"))
        #expect(failure.reason == .content)
    }

    @Test func `an empty body has its own reason`() throws {
        #expect(try Lab().failure(.answer("200 OK", "Content-Type: text/csv\r\n", "")).reason == .empty)
    }

    @Test func `a refusal states how long to wait, which applies to the whole host`() throws {
        let lab = try Lab()
        let failure = try lab.failure(.answer("429 Too Many Requests", "Retry-After: 120\r\n", "no"))
        #expect(failure.reason == .http)
        #expect(failure.retryAfter == .seconds(120))
        let next = try lab.failure(lab.request("/other"))
        #expect(next.reason == .waiting)
        #expect(try #require(next.retryAfter) > .seconds(60))
        #expect(lab.server.heads.count == 1)
    }

    @Test func `an error of one document does not delay its host`() throws {
        let lab = try Lab()
        _ = try lab.failure(.answer("502 Bad Gateway", "", "no"))
        #expect(try lab.document(.answer("200 OK", "", "yes")).body.count == 3)
    }

    @Test func `a body that ends before its length is truncated`() throws {
        let failure = try Lab().failure(.say("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"), .close)
        #expect(failure.reason == .truncated)
        #expect(failure.timings?.receivedBytes == 4)
    }

    @Test func `a chunked body without its end is truncated`() throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        #expect(try Lab().failure(.say(head + "4\r\nhalf\r\n"), .close).reason == .truncated)
        #expect(try Lab().failure(.say(head + "4\r\nhalf\r\nZZ\r\n"), .close).reason == .truncated)
        #expect(try Lab().failure(.say(head + "4\r\nhalf\r\n"), .reset).reason == .truncated)
    }

    @Test func `an endless body is aborted at the limit`() throws {
        let lab = try Lab()
        let line = [UInt8](repeating: 0x61, count: 65_536)
        var request = lab.request()
        request.maximumBytes = 4 << 20
        lab.server.script = { _ in [.say("HTTP/1.1 200 OK\r\n\r\n"), .forever(line)] }
        let failure = try lab.failure(request)
        #expect(failure.reason == .size)
        try lab.turn { lab.server.open == 0 }
    }

    @Test func `a length beyond the limit is refused before the body arrives`() throws {
        let failure = try Lab().failure(
            .say("HTTP/1.1 200 OK\r\nContent-Length: 10000000000\r\n\r\n"), .keepSilent)
        #expect(failure.reason == .size)
        #expect(failure.message.contains("MaxBytes="))
    }

    @Test func `the endless body of a refusal is ignored`() throws {
        let lab = try Lab()
        let failure = try lab.failure(.say("HTTP/1.1 403 No\r\n\r\n"), .forever(Array("no ".utf8)))
        #expect(failure.reason == .denied)
        try lab.turn { lab.server.open == 0 }
    }

    @Test(arguments: [
        "SSH-2.0-OpenSSH_9.2\r\n", "\u{0}\u{1}\u{2}\r\n\r\n", "HTTP/1.1 99999 Much\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", "HTTP/1.1 200 OK\r\nX: a\u{0}b\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 5\r\n\r\nabcde",
    ]) func `a response that is not HTTP has the reason content`(_ text: String) throws {
        #expect(try Lab().failure(.say(text), .close).reason == .content)
    }

    @Test func `a head without an end is aborted`() throws {
        let line = Array("X-Padding: \(String(repeating: "x", count: 1000))\r\n".utf8)
        #expect(try Lab().failure(.say("HTTP/1.1 200 OK\r\n"), .forever(line)).reason == .content)
        let interim = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        #expect(try Lab().failure(.forever(interim)).reason == .content)
        #expect(
            try Lab().failure(.say("HTTP/1.1 200 OK\r\nX: "), .forever(line.dropLast(2))).reason == .content)
    }

    @Test func `a connection that is closed without a response is reported as such`() throws {
        let failure = try Lab().failure(.close)
        #expect(failure.reason == .connect)
        #expect(failure.message.contains("without a response"))
        #expect(try Lab().failure(.reset).reason == .connect)
    }

    @Test func `a port without a listener is reported as such`() throws {
        let lab = try Lab()
        var request = lab.request()
        request.url = "http://127.0.0.1:1/"
        let failure = try lab.failure(request)
        #expect(failure.reason == .connect)
        #expect(failure.message.contains("refused"))
    }

    @Test(arguments: [
        [HTTPServer.Act.keepSilent], [.say("HTTP/1.1 200 OK\r\nContent-Le"), .keepSilent],
        [.say("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"), .keepSilent],
    ]) func `a response that does not arrive in time is aborted`(_ acts: [HTTPServer.Act]) throws {
        let lab = try Lab()
        lab.server.script = { _ in acts }
        var request = lab.request()
        request.timeout = .milliseconds(200)
        let failure = try lab.failure(request)
        #expect(failure.reason == .timeout)
        try lab.turn { lab.server.open == 0 }
    }

    @Test func `without a route no request is sent, except to this machine`() throws {
        let lab = try Lab()
        lab.setRoute(false)
        let failure = try lab.failure(FetchRequest(url: "https://example.org/", userAgent: "test"))
        #expect(failure.reason == .offline)
        #expect(failure.timings == nil)
        #expect(try lab.document(.answer("200 OK", "", "x")).body.count == 1)
    }
}
