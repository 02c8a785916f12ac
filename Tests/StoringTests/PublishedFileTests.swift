import CFaultyCalls
import Glibc
import Records
import Storing
import Testing

@Suite struct PublishedFileTests {
    private func publish(_ source: String, _ store: Store, _ scratch: Scratch, limit: Int = 1000) throws
        -> String
    {
        let file = try PublishedFile(of: source, from: store, in: scratch.path)
        while try !file.step(limit: limit) {}
        return scratch.read("\(source).json").text
    }

    @Test func `a file contains the records of a source by key and is readable for all`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("b\"", 2, title: "B"), record("a", 1)], of: "s")
        try store.accept([record("z", 1)], of: "other")

        let text = try publish("s", store, scratch, limit: 1)
        let cursor = try store.cursor(of: 2)

        #expect(
            text == """
                {"source":"s","cursor":"\(cursor)","generation":1,"records":[
                {"key":"a","data":{"v":1}},
                {"key":"b\\"","data":{"v":2}}
                ],"crc32":"\(sum(of: text))"}

                """)
        #expect(throws: Never.self) { try JSON(parsing: Array(text.utf8)) }
        var status = stat()
        #expect(stat("\(scratch.path)/s.json", &status) == 0 && status.st_mode & 0o777 == 0o644)
        #expect(scratch.names().filter { $0.hasSuffix(".tmp") }.isEmpty)
    }

    @Test func `a source without records has a file without records`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)

        let text = try publish("s", store, scratch)

        #expect(
            text
                == "{\"source\":\"s\",\"cursor\":\"\(store.cursor)\",\"generation\":0,\"records\":[\n],\"crc32\":\"\(sum(of: text))\"}\n"
        )
    }

    @Test func `records that change while a file is written make it start over`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept((0..<9).map { record("k\($0)", 0) }, of: "s")
        let file = try PublishedFile(of: "s", from: store, in: scratch.path)
        #expect(try !file.step(limit: 5))
        try store.accept((0..<7).map { record("k\($0)", 1) }, of: "s")

        while try !file.step(limit: 5) {}

        let json = try JSON(parsing: scratch.read("s.json"))
        #expect(json["records"]?.array?.map { $0["data"]?["v"]?.int } == Array(repeating: 1, count: 7))
        #expect(json["cursor"]?.string == store.cursor.description)
        #expect(file.restarts == 1)
        #expect(file.cursor == store.cursor)
    }

    @Test func `the cursor of a complete file is read back, an incomplete file has none`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1)], of: "s")
        let text = try publish("s", store, scratch)
        func cursor(of bytes: [UInt8]?) throws -> Cursor? {
            if let bytes { scratch.write(bytes, to: "s.json") }
            return try PublishedFile.cursor(of: "s", in: scratch.path)
        }

        #expect(try cursor(of: nil) == store.cursor)
        let bytes = Array(text.utf8)
        for count in bytes.indices { #expect(try cursor(of: Array(bytes.prefix(count))) == nil) }
        for place in bytes.indices {
            var torn = bytes
            torn[place] = 0
            #expect(try cursor(of: torn) == nil, "\(place)")
        }
        #expect(try cursor(of: bytes) == store.cursor)
        let earlier = text.replacing(",\"crc32\":\"\(sum(of: text))\"", with: "")
        #expect(try cursor(of: Array(earlier.utf8)) == store.cursor)
        #expect(try cursor(of: Array("{}".utf8)) == nil)
        #expect(try PublishedFile.cursor(of: "other", in: scratch.path) == nil)
    }

    @Test func `a large file is synchronized, and only its ends are read back`() async {
        await #expect(processExitsWith: .success) {
            let scratch = Scratch()
            let store = try Store.open(scratch)
            let long = String(repeating: "x", count: 300)
            try store.accept([record("a", 1)], of: "small")
            try store.accept((0..<900).map { record("k\($0)\(long)", $0) }, of: "large")
            func publish(_ source: String) throws -> Bool {
                let file = try PublishedFile(of: source, from: store, in: scratch.path)
                while try !file.step() {}
                return try PublishedFile.cursor(of: source, in: scratch.path) == file.cursor
            }
            try #require(try publish("large"))
            var bytes = scratch.read("large.json")
            try #require(bytes.count > 256 << 10)
            bytes[100_000] ^= 1
            scratch.write(bytes, to: "large.json")
            try #require(try PublishedFile.cursor(of: "large", in: scratch.path) != nil)

            try #require(faulty_call_fails(faulty_call_fsync, EIO, -1) == 0)
            try #require(try publish("small"))
            #expect(throws: StoreError.self) { _ = try publish("large") }
        }
    }

    /// Returns the CRC-32 of a published file before its last member, bit by bit.
    ///
    /// Source: RFC 1952, 8.
    private func sum(of text: String) -> String {
        var sum = UInt32.max
        for byte in text.utf8.dropLast(#","crc32":"00000000"}"#.utf8.count + 1) {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
        }
        let digits = String(~sum, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    @Test func `an abandoned file leaves the previous one in place`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.accept([record("a", 1)], of: "s")
        let text = try publish("s", store, scratch)
        do {
            let file = try PublishedFile(of: "s", from: store, in: scratch.path)
            #expect(try !file.step())
        }
        #expect(scratch.read("s.json").text == text)
        scratch.write([], to: ".s.json.tmp")
        try PublishedFile.clean(scratch.path)
        #expect(scratch.names().filter { $0.hasSuffix(".tmp") }.isEmpty)
    }
}
