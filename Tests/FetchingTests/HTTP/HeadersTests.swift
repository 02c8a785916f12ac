import Fetching
import Testing

@Suite struct HeadersTests {
    private func headers(_ lines: [UInt8]...) -> Headers {
        var headers = Headers()
        for line in lines { headers.add(line: line) }
        return headers
    }

    @Test func `names are case-insensitive, and values keep their case`() {
        let headers = headers(Array("ETag:  \"AbC\" \r\n".utf8), Array("no field\r\n".utf8))
        #expect(headers["etag"] == "\"AbC\"")
        #expect(headers["no field"] == nil)
    }

    @Test func `a value keeps every byte`() {
        let value = [UInt8](0x21...0x7E) + [UInt8](0x80...0xFF)
        let headers = headers(Array("ETag: ".utf8) + value)
        #expect(headers["etag"]?.unicodeScalars.map { UInt8($0.value) } == value)
    }

    @Test func `a value with control characters or of excessive length is ignored`() {
        let long = [UInt8](repeating: 0x61, count: Headers.longestValue + 1)
        let headers = headers(
            Array("ETag: \u{1B}[31m".utf8), Array("Last-Modified: ".utf8) + long, Array("Age: 1".utf8))
        #expect(headers["etag"] == nil)
        #expect(headers["last-modified"] == nil)
        #expect(headers["age"] == "1")
        #expect(Validators(headers).isEmpty)
    }

    @Test func `the number of fields is limited`() {
        var headers = Headers()
        for number in 0..<1000 { headers.add(line: Array("X: \(number)".utf8)) }
        #expect(headers.all("x").count == Headers.mostFields)
    }
}
