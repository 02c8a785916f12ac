import Compression
import Records
import TestDaemon
import Testing
import Varlink

@MainActor @Suite struct TablePageTests {
    private static let sources = """
        {"sources": [{"context": {"name": "towns", "kind": "table", "options": {"Record": {"Group": "county"}}},
        "runtime": {"health": "fresh", "records": 350, "rejected": 0, "generation": 3}}]}
        """

    private static func record(_ number: Int, population: String, generation: Int) -> String {
        """
        "source": "towns", "key": "\(number)", "title": "Town \(number)", "generation": \(generation),
        "realtimeUSec": 1000000, "data": {"county": "County \(number % 3)", "population": \(population)}
        """
    }

    /// A site with 350 towns in three counties, which follows the changes.
    private func site(changed: [Int: String] = [:]) throws -> Website {
        let site = try Website()
        try site.daemon.answer("ListSources", TablePageTests.sources)
        let records = (0..<350).map { number in
            let population = changed[number] ?? "\(number * 10)"
            return "{" + TablePageTests.record(number, population: population, generation: 1) + "}"
        }
        try site.daemon.answer(
            "GetSnapshot", "{\"cursor\": \"a.0\", \"records\": [\(records.joined(separator: ","))]}")
        try site.daemon.answer(
            "GetOrder", "{\"keys\": [\((0..<350).map { "\"\($0)\"" }.joined(separator: ","))]}")
        try site.follow()
        return site
    }

    private func change(_ number: Int, to population: String, _ site: Website) throws {
        let record = TablePageTests.record(number, population: population, generation: 9)
        let stream = try site.client("/live")
        try stream.wait { $0.text.contains("event: ready") }
        try site.daemon.tell("{\"event\": \"changed\", \"cursor\": \"a.\(number)\", \(record)}")
        try stream.wait { $0.cursors == ["a.\(number)"] }
    }

    private static func content(_ client: WebClient) -> Substring {
        client.text.split(separator: "<main").last ?? ""
    }

    @Test(arguments: ["7000", "null", "\"many\""])
    func `a table after a change is the same as one that is rendered for the first time`(
        population: String
    ) throws {
        let site = try site()
        _ = try site.answer("/data/towns?count=2000")
        let asked = site.snapshots
        try change(17, to: population, site)
        let patched = try site.answer("/data/towns?count=2000")
        #expect(site.snapshots == asked)
        let fresh = try self.site(changed: [17: population]).answer("/data/towns?count=2000")
        #expect(TablePageTests.content(patched) == TablePageTests.content(fresh))
        #expect(patched.text.contains("County 2"))
    }

    @Test func `a table after an overflow lacks the records that were removed meanwhile`() throws {
        let site = try site()
        #expect(try site.answer("/data/towns?count=2000").text.contains("Town 17<"))
        let stream = try site.client("/live")
        try stream.wait { $0.text.contains("event: ready") }
        try site.daemon.answer("GetSnapshot", #"{"cursor": "a.9", "records": []}"#)
        try site.daemon.tell(#"{"event": "overflow", "cursor": "a.9s", "realtimeUSec": 0, "dropped": 9}"#)
        try stream.wait { $0.text.contains("event: overflow") }
        #expect(try !site.answer("/data/towns?count=2000").text.contains("Town 17<"))
    }

    @Test func `a table that is compressed in parts has the same bytes`() throws {
        let site = try site()
        for number in 1...3 {
            let plain = try site.answer("/data/towns?count=2000").bodyBytes
            let packed = try site.answer(
                "/data/towns?count=2000", headers: ["Accept: text/html", "Accept-Encoding: gzip"])
            #expect(packed.header("Content-Encoding") == "gzip")
            #expect(packed.bodyBytes.count < plain.count / 3)
            #expect(TablePageTests.inflated(packed.bodyBytes, size: plain.count) == plain)
            try change(number, to: "\(number)", site)
        }
    }

    /// Returns the content of a gzip file; `nil` if it is damaged or has another size.
    private static func inflated(_ bytes: [UInt8], size: Int) -> [UInt8]? {
        let inflater = Inflater()
        var output = [UInt8](repeating: 0, count: size + 1)
        let progress = bytes.withUnsafeBytes { input in
            output.withUnsafeMutableBytes { inflater.inflate(input, into: $0) }
        }
        guard let progress, progress.isEnd, progress.used == bytes.count, progress.written == size else {
            return nil
        }
        return Array(output.dropLast())
    }
}
