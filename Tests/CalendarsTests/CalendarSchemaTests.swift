import Calendars
import Decoding
import Definitions
import Records
import TestDocuments
import Testing

@Suite struct CalendarSchemaTests {
    @Test func `every member of an occurrence is declared, and every declared one occurs`() throws {
        CalendarProgram.use()
        var check = SchemaCheck(.calendar)
        for line in try CorpusFile.lines("expected.jsonl") {
            let expected = try JSON(parsing: line)
            let name = try #require(expected["file"]?.string)
            let now = try #require(expected["windows"]?.array?.first?["now"]?.int)
            let context = DocumentContext(reference: UTC(seconds: Int64(now)))
            // Some files of the corpus are no calendars.
            guard
                let out = try? TestDocument.decode(
                    .calendar, "", CorpusFile.bytes("calendar/" + name), context: context)
            else { continue }
            try check.add(out.records)
        }
        let event = """
            BEGIN:VCALENDAR\r
            VERSION:2.0\r
            BEGIN:VEVENT\r
            UID:1\r
            DTSTART:20240101T120000Z\r
            ORGANIZER;CN=Ann:mailto:ann@a.example\r
            END:VEVENT\r
            END:VCALENDAR\r

            """
        try check.add(TestDocument.decode(.calendar, "", Array(event.utf8)).records)
        #expect(check.faults == [])
        #expect(check.unseen == [])
    }
}
