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
                ]}

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
            text == "{\"source\":\"s\",\"cursor\":\"\(store.cursor)\",\"generation\":0,\"records\":[\n]}\n")
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
        for count in 0..<text.utf8.count { #expect(try cursor(of: Array(text.utf8.prefix(count))) == nil) }
        #expect(try cursor(of: Array("{}".utf8)) == nil)
        #expect(try PublishedFile.cursor(of: "other", in: scratch.path) == nil)
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
