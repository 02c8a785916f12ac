import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The statements of a document beside its records: the provider's error, and that there are more records.
@Suite struct JSONSurroundingsTests {
    private func decode(_ pointer: String, _ text: String) throws -> Decoded {
        let definition = pointer.isEmpty ? "" : "[JSON]\nPointer=\(pointer)"
        return try TestDocument.decode(.json, definition, Array(text.utf8))
    }

    @Test(arguments: [
        (#"{"error":{"message":"No Predictions data was found."}}"#, "No Predictions data was found."),
        (#"{"error":{"code":400,"message":"Invalid query","details":[]}}"#, "Invalid query"),
        (#"{"error":true,"reason":"Latitude must be in range"}"#, "Latitude must be in range"),
        (#"{"success":false,"error":{"__type":"Not Found Error","message":"Not found"}}"#, "Not found"),
        (
            #"{"success":false,"error":{"q":["Missing value"],"__type":"Validation Error"}}"#,
            "q: Missing value"
        ),
        (#"{"code":"query.compiler.malformed","error":true,"message":"Could not parse"}"#, "Could not parse"),
        (
            #"{"error_message":"The key is invalid.","results":[],"status":"REQUEST_DENIED"}"#,
            "The key is invalid."
        ),
        (#"{"type":"about:blank","title":"Not Found","status":404,"detail":"No station X"}"#, "No station X"),
        (#"{"cod":401,"message":"Invalid API key."}"#, "Invalid API key."),
        (#"{"errors":[{"status":"422","title":"Bad","detail":"Too many"}]}"#, "Too many"),
        (#"{"Response":"False","Error":"Movie not found!"}"#, "Movie not found!"),
        (#"{"exceptions":[{"exceptionText":"No such layer"}]}"#, "No such layer"),
        (#"{"error":"invalid_grant","error_description":"Token expired"}"#, "Token expired"),
    ])
    func `the provider's own message is the reason`(text: String, message: String) {
        let error = #expect(throws: DecodeError.self) { try decode("/features", text) }
        #expect(error?.found == message)
        guard !text.contains("results") else { return }
        let whole = #expect(throws: DecodeError.self) { try decode("", text) }
        #expect(whole?.found == message)
        #expect(whole?.reason == .content)
    }

    @Test(arguments: [
        (#"{"message":"Not Found"}"#, "Not Found"), (#"{"detail":"Not found."}"#, "Not found."),
        (
            #"{"message":"API rate limit exceeded","documentation_url":"https://x"}"#,
            "API rate limit exceeded"
        ),
        (#"{"status":"error","message":"Breed not found"}"#, "Breed not found"),
        (#"{"code":"AccessDenied","message":"No"}"#, "No"), (#"{"Message":"Forbidden"}"#, "Forbidden"),
        (#"{"detail":[{"loc":["query","q"],"msg":"field required","type":"missing"}]}"#, "field required"),
    ])
    func `a message and nothing else is the reason`(text: String, message: String) throws {
        for definition in ["", "[JSON]\nLayout=lines", "[Record]\nKey=id"] {
            let error = #expect(throws: DecodeError.self) {
                try TestDocument.decode(.json, definition, Array(text.utf8))
            }
            #expect(error?.found == message)
        }
        let line = try TestDocument.decode(.json, "[JSON]\nLayout=lines", Array((text + "\n{\"a\":1}").utf8))
        #expect(line.records.count == 2)
    }

    @Test(arguments: [
        ("[Record]\nTitle=message", #"{"message":"Closed on Monday"}"#),
        ("[Record]\nTitle=status", #"{"status":"error","message":"Disk full"}"#),
        ("", #"{"status":"fine","message":"x"}"#), ("", #"{"id":1,"message":"x"}"#),
        ("", #"[{"message":"x"}]"#), ("", #"{"message":5}"#), ("", #"{"message":"x","time":"2026-11-28"}"#),
    ])
    func `a message with data, or that a setting names, is a record`(definition: String, text: String) throws
    {
        #expect(try TestDocument.decode(.json, definition, Array(text.utf8)).records.count == 1)
    }

    @Test func `an error beside an empty list of records refuses the document`() throws {
        let text = #"{"results":[],"status":"REQUEST_DENIED","error_message":"The key is invalid."}"#
        #expect(
            #expect(throws: DecodeError.self) { try decode("/results", text) }?.found == "The key is invalid."
        )
        #expect(
            try decode("/results", #"{"results":[],"error":null,"errors":[],"message":"OK"}"#).records.isEmpty
        )
    }

    @Test(arguments: [
        (#""status":"error","message":"Quota exceeded""#, "Quota exceeded"),
        (#""success":false,"message":"No key""#, "No key"),
        (#""success":"False","message":"No key""#, "No key"), (#""success":0,"message":"No key""#, "No key"),
        (#""isError":"true","message":"No key""#, "No key"), (#""ok":false"#, "an error without a message"),
        (#""code":500,"msg":"bad""#, "bad"), (#""status":429"#, "429"),
        (#""meta":{"error":"Too many requests"}"#, "Too many requests"),
        (#""status":{"code":503,"message":"Down"}"#, "Down"),
        (#""remark":"runtime error: Query timed out""#, "runtime error: Query timed out"),
    ])
    func `a failure beside an empty list of records refuses the document`(member: String, message: String) {
        for text in [#"{\#(member),"items":[]}"#, #"{"items":[],\#(member)}"#] {
            #expect(#expect(throws: DecodeError.self) { try decode("/items", text) }?.found == message)
        }
    }

    @Test(arguments: [
        #""success":"true""#, #""success":1"#, #""error":"false""#, #""errors":"0""#,
        #""status":"ok""#, #""status":200"#, #""success":true"#, #""code":0"#, #""remark":"none found""#,
        #""meta":{"status":200}"#,
    ])
    func `a status that states no failure beside an empty list is none`(member: String) throws {
        #expect(try decode("/items", #"{\#(member),"items":[]}"#).records.isEmpty)
    }

    @Test func `an error beside records is a remark`() throws {
        let found = try decode("/data", #"{"data":[{"id":1}],"errors":[{"message":"One part failed"}]}"#)
        #expect(found.records.count == 1)
        #expect(found.notes == ["the document also states an error: One part failed"])
    }

    @Test(arguments: [
        #"{"id":1,"message":"hello"}"#, #"{"error":null,"temp":5}"#, #"{"title":"x","status":"ok"}"#,
    ])
    func `a record with such names is a record`(text: String) throws {
        #expect(try decode("", text).records.count == 1)
    }

    @Test(arguments: [
        (#""exceededTransferLimit":true"#, "exceededTransferLimit"),
        (#""nextPageToken":"abc""#, "nextPageToken"),
        (#""properties":{"exceededTransferLimit":true}"#, "properties.exceededTransferLimit"),
        (#""next":"https://example.org/?page=2""#, "next"),
        (#""pagination":{"next":"https://example.org/2"}"#, "pagination.next"),
        (#""links":[{"rel":"self","href":"/"},{"rel":"next","href":"/2"}]"#, "links"),
        (#""links":{"next":"/2"}"#, "links"),
        (#""@odata.nextLink":"https://example.org/2""#, "@odata.nextLink"),
        (#""meta":{"total":3,"count":1}"#, "meta.total"),
        (#""numberMatched":9,"numberReturned":1"#, "numberMatched"), (#""has_more":true"#, "has_more"),
        (#""total":"2""#, "total"), (#""total":"1,234""#, "total"), (#""total":"12.345.678""#, "total"),
        (#""total":"1 234""#, "total"), (#""total":"1+""#, "total"), (#""total":"12,34,567""#, "total"),
        (#""hits":{"total":{"value":"10,000","relation":"gte"}}"#, "hits.total"),
        (#""total":"99999999999999999999""#, "total"),
        (#""_links":{"next":{"href":"/2"}}"#, "_links"), (#""continue":{"offset":"1"}"#, "continue"),
        (#""pageInfo":{"hasNextPage":true}"#, "pageInfo.hasNextPage"),
        (#""page":1,"total_pages":3"#, "total_pages"), (#""__next":"https://example.org/2""#, "__next"),
        (#""pagination":{"page":2,"pages":3}"#, "pagination.pages"),
        (#""meta":{"last_page":2,"current_page":1}"#, "meta.last_page"),
        (#""page":0,"pages":2"#, "pages"),
        (#""meta":{"pagination":{"page":1,"pageCount":5}}"#, "meta.pagination.pageCount"),
        (#""paging":{"next":{"after":"5"}}"#, "paging.next"),
        (#""complete":false"#, "complete"), (#""timed_out":true"#, "timed_out"),
        (#""page":"1","total_pages":"3""#, "total_pages"), (#""page":"1","pages":"1,200""#, "pages"),
        (#""page":"x","number":1,"pages":2"#, "pages"),
        (#""hasMore":"true""#, "hasMore"), (#""truncated":1"#, "truncated"), (#""last":"False""#, "last"),
    ])
    func `a document that says that there are more records has a remark`(member: String, sign: String) throws
    {
        for text in [#"{\#(member),"items":[{"id":1}]}"#, #"{"items":[{"id":1}],\#(member)}"#] {
            let notes = try decode("/items", text).notes
            #expect(
                notes == [
                    "the document says that there are more records than its 1 (\(sign)): URL= may ask for more"
                ])
        }
        #expect(try decode("/r/items", #"{"r":{"items":[{"id":1}],\#(member)}}"#).notes.count == 1)
    }

    @Test(arguments: [
        #""exceededTransferLimit":false"#, #""next":null"#, #""nextPageToken":"""#,
        #""links":[{"rel":"self","href":"/"}]"#,
        #""meta":{"total":1}"#, #""total":1"#, #""_links":{"start":"/1","next":"/2"}"#, #""count":5"#,
        #""next":"2026-11-28""#, #""page":3,"total_pages":3"#, #""page":0,"total_pages":0"#,
        #""page":0,"totalPages":1"#, #""remark":"of the office""#, #""pages":3"#,
        #""page":1,"total_pages":1"#, #""page":0,"pages":1"#,
        #""total":"1""#, #""total":"many""#, #""total":"2-5""#, #""total":"1.5""#, #""total":"2026.11""#,
        #""total":",""#, #""page":"3","total_pages":"3""#, #""page":"1","pages":"12-20""#,
        #""hasMore":"false""#, #""last":0"#, #""last":"0""#, #""truncated":0"#, #""more":"of them""#,
    ])
    func `a document that has all records has no remark`(member: String) throws {
        #expect(try decode("/items", #"{"items":[{"id":1}],\#(member)}"#).notes.isEmpty)
    }
}
