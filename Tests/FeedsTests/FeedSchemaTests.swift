import Decoding
import Definitions
import Records
import TestDocuments
import Testing

@Suite struct FeedSchemaTests {
    @Test func `every member of an entry is declared, and every declared one occurs`() throws {
        var check = SchemaCheck(.feed)
        for line in try CorpusFile.lines("feed/feeds.expected.jsonl") {
            let file = try #require(try JSON(parsing: line)["file"]?.string)
            let context = DocumentContext(reference: UTC(seconds: 0), url: "http://127.0.0.1:8097/\(file)")
            // Some documents of the corpus are no feeds.
            guard
                let out = try? TestDocument.decode(
                    .feed, "", CorpusFile.bytes("feed/\(file)"), context: context)
            else { continue }
            let unordered = Set(out.unordered)
            try check.add(
                out.records.map { record in
                    unordered.contains(record.key)
                        ? EntryOrder.stamped(record, received: context.reference) : record
                })
        }
        let podcast = try CorpusFile.bytes("podcast.xml")
        let context = DocumentContext(reference: UTC(seconds: 0))
        try check.add(TestDocument.decode(.feed, "", podcast, context: context).records)
        #expect(check.faults == [])
        #expect(check.unseen == [])
    }
}
