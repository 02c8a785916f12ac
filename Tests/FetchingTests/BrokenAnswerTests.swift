import Fetching
import Records
import Testing
import TestServer

/// Damaged responses: each results in a document or a failure with a reason, and never in a trap.
@Suite("Damaged responses of a real server", .serialized) struct BrokenAnswerTests {
    /// Returns a response with a compressed, chunked document and all header fields that the fetcher reads.
    private func whole() throws -> [UInt8] {
        let packed = try shell("seq 1 100 | gzip")
        let head = """
            HTTP/1.1 200 OK\r
            Date: Fri, 20 Nov 2026 08:00:00 GMT\r
            Content-Type: text/plain; charset="utf-8"\r
            Content-Encoding: gzip\r
            ETag: W/"1"\r
            Last-Modified: Sunday, 06-Nov-94 08:49:37 GMT\r
            Cache-Control: public, max-age="60"\r
            Expires: Sun Nov  6 08:49:37 1994\r
            Age: 5\r
            Retry-After: 1\r
            Transfer-Encoding: chunked\r
            \r

            """
        let chunk = "\(String(packed.count, radix: 16))\r\n"
        return Array(head.utf8) + Array(chunk.utf8) + packed + Array("\r\n0\r\n\r\n".utf8)
    }

    @Test func `every prefix of a response yields a document or a failure with a reason`() throws {
        let (lab, whole) = (try Lab(), try whole())
        for count in 0..<whole.count {
            switch try lab.ask(.bytes(Array(whole[..<count])), .close) {
            case .success(.document(let document)):
                #expect(
                    document.body.count == 292 && count >= whole.count - 2,
                    "only the last line end may be missing")
            case .success: Issue.record("\(count): not modified")
            case .failure(let failure):
                let expected: [FailureReason] =
                    count < "HTTP/1.1 200 OK\r\n".utf8.count
                    ? [.connect, .content, .truncated] : [.truncated]
                #expect(expected.contains(failure.reason), "\(count): \(failure)")
            }
        }
        #expect(try lab.document(.bytes(whole)).body.count == 292)
    }

    @Test func `a response with wrong bytes yields a document or a failure with a reason`() throws {
        let (lab, whole) = (try Lab(), try whole())
        var (chance, documents, failures) = (Seeded(state: 3), 0, 0)
        for _ in 0..<600 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &chance) {
                bytes[Int.random(in: 0..<bytes.count, using: &chance)] = UInt8.random(
                    in: 0...255, using: &chance)
            }
            switch try lab.ask(.bytes(bytes), .close) {
            case .success: documents += 1
            case .failure: failures += 1
            }
        }
        #expect(documents + failures == 600)
        #expect(documents > 50 && failures > 50, "\(documents) documents, \(failures) failures")
    }
}
