import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Documents whose columns are the arrays of an object.
@Suite struct JSONColumnsTests {
    private func decode(_ document: String, _ settings: String = "") throws -> Decoded {
        try TestDocument.decode(
            .json, "[JSON]\nPointer=/hourly\nLayout=columns\n[Record]\n\(settings)", Array(document.utf8))
    }

    @Test func `each position of the arrays is a record`() throws {
        let found = try decode(
            #"{"hourly":{"unit":"m","time":["a","b"],"x":[1,null]}}"#, "Key=time\n")
        #expect(found.records.map(\.key) == ["a", "b"])
        #expect(
            found.records.map { String(decoding: $0.data, as: UTF8.self) } == [
                #"{"time":"a","x":1}"#, #"{"time":"b"}"#,
            ])
        #expect(found.rejects == [])
    }

    @Test func `a column that is too short affects only the records beyond it`() throws {
        let found = try decode(#"{"hourly":{"time":["a","b"],"x":[1,2,3]}}"#, "Key=time\n")
        #expect(found.records.map(\.key) == ["a", "b"])
        #expect(found.rejects.map(\.reason) == ["no key"])
        #expect(found.rejects.map(\.found) == [#"{"x":3}"#])
        // Which value is missing is not known: the first one of a column may be.
        let remark = "its arrays have different lengths, such as 3 in x and 2 in time: "
        #expect(found.notes == [remark + "values may be those of other records"])
        #expect(try decode(#"{"hourly":{"time":["a"],"x":[1]}}"#, "Key=time\n").notes == [])
    }

    @Test(arguments: [#"{"hourly":{}}"#, #"{"hourly":[1]}"#, #"{"hourly":7}"#, #"{"hourly":{"a":1}}"#])
    func `a value that is not an object of arrays is refused`(_ document: String) {
        let error = #expect(throws: DecodeError.self) { try decode(document) }
        #expect(error?.description.contains("object of arrays") == true)
    }

    @Test(arguments: [
        ("Layout=table", "is not records, columns, rows or lines"),
        ("Layout=columns\nKeyedBy=a", "cannot be combined with KeyedBy="),
    ])
    func `a layout that cannot be used is refused`(setting: String, reason: String) {
        let error = #expect(throws: OptionError.self) {
            try TestDocument.decode(.json, "[JSON]\n\(setting)\n", [])
        }
        #expect(error?.reason.hasSuffix(reason) == true)
    }
}
