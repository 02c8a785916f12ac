import Testing
import Varlink

@Suite struct FrameReaderTests {
    @Test func `a first message that ends in NUL determines the delimiter NUL`() throws {
        var reader = FrameReader(limit: 100)
        reader.take("{\"a\":1}\0{\n}\0")
        #expect(try reader.texts() == ["{\"a\":1}", "{\n}"])
        #expect(reader.framing == .nul)
    }

    @Test func `a first message that ends in a newline determines the delimiter newline`() throws {
        var reader = FrameReader(limit: 100)
        reader.take("{\"a\":1}\n{}\r\n\n")
        #expect(try reader.texts() == ["{\"a\":1}", "{}\r"])
        #expect(reader.framing == .newline)
    }

    @Test func `a newline within the first message is white space`() throws {
        var reader = FrameReader(limit: 100)
        reader.take("\n{\n \"a\": [\n\"}\\\"\\n\"\n]\n}\0")
        #expect(try reader.texts() == ["\n{\n \"a\": [\n\"}\\\"\\n\"\n]\n}"])
        #expect(reader.framing == .nul)
    }

    @Test func `the boundaries of reads make no difference`() throws {
        let text = Array("{\"text\":\"a\\\\\\\"}\"}\n{\"b\":\n{}\n[]\n".utf8)
        for cut in 0...text.count {
            var reader = FrameReader(limit: 100)
            reader.take(text[..<cut])
            var texts = try reader.texts()
            reader.take(text[cut...])
            texts += try reader.texts()
            #expect(texts == ["{\"text\":\"a\\\\\\\"}\"}", "{\"b\":", "{}", "[]"])
        }
    }

    @Test func `a message of maximum size is accepted, a longer one is not`() throws {
        var reader = FrameReader(limit: 8)
        reader.take("\"123456\"\0")
        #expect(try reader.texts() == ["\"123456\""])
        reader.take("\"1234567\"")
        #expect(throws: FrameError.self) { try reader.next() }
    }

    @Test func `a long message is refused before it is complete`() {
        var reader = FrameReader(limit: 8)
        reader.take("{        ")
        #expect(throws: FrameError.self) { try reader.next() }
    }

    @Test func `blanks are not an unfinished message`() throws {
        var reader = FrameReader(limit: 100)
        reader.take("{}\n  ")
        #expect(try reader.texts() == ["{}"])
        #expect(reader.isEmpty)
        reader.take("{")
        #expect(!reader.isEmpty)
    }

    @Test func `thousands of messages in one read are returned in order`() throws {
        var reader = FrameReader(limit: 100, framing: .nul)
        let expected = (0..<5_000).map { "{\"n\":\($0)}" }
        reader.take(expected.joined(separator: "\0") + "\0")
        #expect(try reader.texts() == expected)
        #expect(reader.isEmpty)
    }
}

extension FrameReader {
    nonisolated fileprivate mutating func take(_ text: String) { take(Array(text.utf8)[...]) }

    nonisolated fileprivate mutating func take(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { append($0) }
    }

    nonisolated fileprivate mutating func texts() throws -> [String] {
        var texts: [String] = []
        while let frame = try next() { texts.append(String(decoding: frame, as: UTF8.self)) }
        return texts
    }
}
