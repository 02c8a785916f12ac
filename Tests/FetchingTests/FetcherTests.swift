import Fetching
import Records
import Testing

@Suite(.serialized) struct FetcherTests {
    @Test func `a document comes with its type, validators and dates`() throws {
        let lab = try Lab()
        let fields = """
            Content-Type: text/csv; charset=windows-1252\r
            ETag: W/"a\u{1}b"\r
            Etag: "x y"\r
            Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r
            Cache-Control: max-age=300\r

            """
        let document = try lab.document(.answer("200 OK", fields, "a,b\n1,2\n"))
        #expect(document.body.inMemory == Array("a,b\n1,2\n".utf8))
        #expect(document.mediaType?.name == "text/csv")
        #expect(document.mediaType?.charset == "windows-1252")
        #expect(
            document.validators == Validators(etag: "\"x y\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"))
        #expect(document.modified?.description == "1994-11-06T08:49:37Z")
        #expect(document.freshness.lifetime == .seconds(300))
    }
}
