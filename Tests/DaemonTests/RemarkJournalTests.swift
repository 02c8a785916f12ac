import Glibc
import Records
import Systemd
import Testing

/// The entries of the journal about remarks on documents.
@Suite(.serialized) struct RemarkJournalTests {
    /// Replaces the document by one with some of all items, and waits until they are read.
    private static func replace(_ count: Int, of total: Int, in folder: Folder, _ fixture: LiveDaemon) throws
    {
        let items = (1...count).map { "{\"id\": \($0)}" }.joined(separator: ",")
        folder.replace("items.json", "{\"items\": [\(items)], \"total\": \(total)}")
        try fixture.turn(until: { try fixture.runtime(of: "items")?["records"]?.int == count })
    }

    @Test func `a remark is logged once, until a document has none`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                unsetenv("JOURNAL_STREAM")
                Journal.minimum = .debug
                let folder = Folder()
                folder.write(
                    "etc/sources.d/items.source",
                    "[Source]\nKind=json\nPath=\(folder.path)/items.json\n[JSON]\nPointer=/items\n"
                        + "[Record]\nKey=id\n")
                folder.write("items.json", #"{"items": [{"id": 1}], "total": 9}"#)
                let fixture = try LiveDaemon(folder)
                try fixture.turn(until: "items", is: "fresh")
                for (count, total) in [(2, 9), (3, 3), (4, 9)] {
                    try RemarkJournalTests.replace(count, of: total, in: folder, fixture)
                }
                fixture.end()
            }
        }
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        let remarks = lines.filter { $0.contains("items: the document says that there are more records") }
        #expect(remarks.count == 2)
    }
}
