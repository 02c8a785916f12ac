import Fetching
import Records
import Systemd
import Testing
import TestServer

@Suite("Content codings, with a real server", .serialized) struct CodingTests {
    /// "almanac " fifty times, compressed by `brotli -q 11`.
    private static let brotli: [UInt8] = [
        0x1F, 0x8F, 0x01, 0xF8, 0x8D, 0x94, 0x6E, 0xDE, 0xAA, 0x0E, 0x03, 0x61, 0x6B, 0x5B, 0x63, 0x6E,
        0xC1, 0x5B, 0x38, 0x40, 0xC8, 0x2E, 0x01,
    ]

    @Test(arguments: ["gzip", "x-gzip", "GZIP"]) func `the fetcher decodes gzip`(_ name: String) throws {
        let packed = try shell("yes almanac | head -n 100000 | gzip -9")
        let lab = try Lab()
        let document = try lab.document(.answer("200 OK", "Content-Encoding: \(name)\r\n", packed))
        #expect(document.body.count == 800_000)
        #expect(try document.body.prefix(8) == Array("almanac\n".utf8))
        #expect(document.timings.receivedBytes == packed.count)
        #expect(document.timings.decodedBytes == 800_000)
    }

    /// The metadata of stores of objects, and of some programs, name no coding.
    @Test(arguments: ["UTF-8", "none", "aws-chunked", "identity", "binary", ""])
    func `a name that is no content coding is ignored`(_ name: String) throws {
        let lab = try Lab()
        let document = try lab.document(.answer("200 OK", "Content-Encoding: \(name)\r\n", "<rss/>"))
        #expect(document.body.inMemory == Array("<rss/>".utf8))
    }

    @Test(arguments: ["<rss/>", "{}", "\u{FEFF}<rss/>", "\n<rss/>"])
    func `a text that its header calls gzip is taken as it is`(_ text: String) throws {
        let lab = try Lab()
        let document = try lab.document(.answer("200 OK", "Content-Encoding: gzip\r\n", text))
        #expect(document.body.inMemory == Array(text.utf8))
    }

    @Test(arguments: ["gzip", "gzip, gzip"]) func `what is compressed twice is decoded twice`(_ name: String)
        throws
    {
        let packed = try shell("yes almanac | head -n 100000 | gzip -9 | gzip")
        let lab = try Lab()
        let document = try lab.document(.answer("200 OK", "Content-Encoding: \(name)\r\n", packed))
        #expect(document.body.count == 800_000)
        let cut = try lab.failure(
            .answer(
                "200 OK", "Content-Encoding: \(name)\r\n", try shell("printf abc | gzip | head -c 12 | gzip"))
        )
        #expect(cut.reason == .truncated)
    }

    @Test func `gzip with several members is one document`() throws {
        let packed = try shell("printf one | gzip; printf two | gzip")
        let lab = try Lab()
        let document = try lab.document(.answer("200 OK", "Content-Encoding: gzip\r\n", packed))
        #expect(document.body.inMemory == Array("onetwo".utf8))
    }

    @Test func `the fetcher decodes Brotli`() throws {
        let lab = try Lab()
        let document = try lab.document(.answer("200 OK", "Content-Encoding: br\r\n", CodingTests.brotli))
        #expect(document.body.count == 400)
        #expect(lab.server.heads[0].contains("\r\nAccept-Encoding: gzip, br"))
    }

    @Test func `the fetcher decodes gzip that arrives byte by byte`() throws {
        let packed = try shell("printf 'in pieces' | gzip")
        #expect(try decodeByteByByte(packed) == Array("in pieces".utf8))
    }

    /// The padding contains a byte that begins a member; whether it arrives alone must not matter.
    @Test func `everything after the last member of gzip is padding`() throws {
        let packed = try shell("printf 'a document' | gzip; printf '\\0\\037\\213 padding'")
        let lab = try Lab()
        let whole = try lab.document(.answer("200 OK", "Content-Encoding: gzip\r\n", packed))
        #expect(whole.body.inMemory == Array("a document".utf8))
        #expect(try decodeByteByByte(packed) == Array("a document".utf8))
    }

    private func decodeByteByByte(_ packed: [UInt8]) throws -> [UInt8]? {
        let lab = try Lab()
        let pieces = packed.map { byte in HTTPServer.Act.bytes(Array("1\r\n".utf8) + [byte, 0x0D, 0x0A]) }
        let head = HTTPServer.Act.say(
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n")
        lab.server.script = { _ in [head] + pieces + [.say("0\r\n\r\n")] }
        return try lab.document(lab.request()).body.inMemory
    }

    @Test func `every truncation of a gzip body is detected`() throws {
        let packed = try shell("printf 'a document' | gzip")
        let lab = try Lab()
        for count in 1..<packed.count {
            let failure = try lab.failure(
                .answer("200 OK", "Content-Encoding: gzip\r\n", Array(packed[..<count])))
            #expect(failure.reason == .truncated, "\(count) of \(packed.count) bytes")
        }
    }

    @Test func `every truncation of a Brotli body is detected`() throws {
        let lab = try Lab()
        for count in 1..<CodingTests.brotli.count {
            let failure = try lab.failure(
                .answer("200 OK", "Content-Encoding: br\r\n", Array(CodingTests.brotli[..<count])))
            #expect(failure.reason == .truncated, "\(count) of \(CodingTests.brotli.count) bytes")
        }
    }

    @Test(arguments: [
        ("gzip", "this is no gzip"), ("br", "\u{11}\u{11}\u{11}"), ("zstd", "not requested"),
        ("gzip, gzip", "twice"),
    ]) func `a body that contradicts its content coding has the reason content`(
        _ coding: String, _ body: String
    ) throws {
        let lab = try Lab()
        let failure = try lab.failure(.answer("200 OK", "Content-Encoding: \(coding)\r\n", body))
        #expect(failure.reason == .content)
    }

    @Test func `a damaged checksum is detected`() throws {
        var packed = try shell("printf 'a document' | gzip")
        packed[packed.count - 6] ^= 1
        let lab = try Lab()
        let failure = try lab.failure(.answer("200 OK", "Content-Encoding: gzip\r\n", packed))
        #expect(failure.reason == .content)
    }

    @Test func `a gzip bomb ends at the limit, in short turns`() throws {
        let member = try shell("head -c 16777216 /dev/zero | gzip -9")
        let lab = try Lab()
        var request = lab.request()
        request.maximumBytes = 64 << 20
        let bomb = [[UInt8]](repeating: member, count: 56).flatMap { $0 }
        lab.server.script = { _ in [.answer("200 OK", "Content-Encoding: gzip\r\n", bomb)] }
        let before = lab.turns
        let failure = try lab.failure(request)
        #expect(failure.reason == .size)
        #expect(failure.timings!.decodedBytes <= 64 << 20)
        // Each turn decodes about a mebibyte.
        #expect(lab.turns - before > 50)
        try lab.turn { lab.server.open == 0 }
    }

    @Test func `a large coded body arrives completely although several turns decode it`() throws {
        let packed = try shell("seq 1000000 1999999 | gzip -9")
        let lab = try Lab()
        let document = try lab.document(.answer("200 OK", "Content-Encoding: gzip\r\n", packed))
        #expect(document.body.count == 8_000_000)
        try document.body.withSlice(at: 7_999_992) { slice in
            #expect((0..<slice.count).map { slice[$0] } == Array("1999999\n".utf8))
        }
    }
}
