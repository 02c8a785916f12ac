import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Dates and numbers whose meaning the whole column decides.
@Suite struct TableColumnFormTests {
    private func decode(_ definition: String, _ text: String, slice: Int = 65_536) throws -> Decoded {
        try TestDocument.decode(.table, definition, Array(text.utf8), slice: slice)
    }

    /// Returns the values of a member, `-` where it is absent; they must not depend on the slices.
    private func values(_ definition: String, _ text: String, member: String = "t") throws -> [String] {
        let found = try decode(definition, text)
        #expect(try decode(definition, text, slice: 7) == found)
        return try found.records.map {
            let value = try JSON(parsing: $0.data)[member]
            return value?.string ?? value.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "-"
        }
    }

    @Test func `one date decides the order of all dates of its column`() throws {
        let american = "id,t\n1,11/05/2026\n2,11/28/2026\n3,12/01/2026\n"
        #expect(
            try values("[Record]\nTime=t", american)
                == ["2026-11-05T00:00:00Z", "2026-11-28T00:00:00Z", "2026-12-01T00:00:00Z"])
        let british = "id,t,u\n1,11/05/2026,1/2/26\n2,28/11/2026,1/30/26\n"
        #expect(
            try values("[Record]\nTime=t u", british) == ["2026-05-11T00:00:00Z", "2026-11-28T00:00:00Z"])
        #expect(
            try values("[Record]\nTime=t u", british, member: "u") == [
                "2026-01-02T00:00:00Z", "2026-01-30T00:00:00Z",
            ])
    }

    @Test func `dates that leave the order open are rejected with the setting that decides`() throws {
        let text = "id,t\n1,11/05/2026\n2,05/05/2026\n3,2026-11-28\n"
        let found = try decode("[Record]\nKey=id\nTime=t", text)
        #expect(
            try values("[Record]\nKey=id\nTime=t", text) == [
                "-", "2026-05-05T00:00:00Z", "2026-11-28T00:00:00Z",
            ])
        #expect(
            found.rejects.map(\.reason) == [
                "not a date of one meaning: TimeFormat=dmy or TimeFormat=mdy decides"
            ])
        #expect(found.rejects.map(\.line) == [2])
        #expect(
            try values("[Record]\nKey=id\nTime=t\nTimeFormat=mdy", text).first == "2026-11-05T00:00:00Z")
        #expect(
            try values("[Record]\nKey=id\nTime=t\nTimeFormat=dmy t", text).first == "2026-05-11T00:00:00Z")
    }

    @Test func `a later date that contradicts its column is rejected alone`() throws {
        let days = (1...28).map { "\($0),11/\($0)/2026\n" }.joined()
        let text = "id,t\n" + String(repeating: days, count: 300) + "x,28/11/2026\ny,11/05/2026\n"
        let found = try decode("[Record]\nKey=id\nTime=t", text)
        #expect(found.rejects.map(\.reason) == ["not a date in the order mdy"])
        #expect(found.rejects.map(\.key) == ["x"])
        #expect(found.records.count == 28 * 300 + 2)
    }

    @Test func `more of the table is read as long as it leaves the order open`() throws {
        let open = (0..<9000).map { "\($0),1/\($0 % 12 + 1)/2026\n" }.joined()
        let found = try decode("[Record]\nKey=id\nTime=t", "id,t\n\(open)x,1/13/2026\n")
        #expect(found.rejects.isEmpty)
        #expect(try JSON(parsing: found.records[1].data)["t"] == "2026-01-02T00:00:00Z")
    }

    @Test func `ten digits are a date unless the column counts seconds`() throws {
        #expect(
            try values("[Record]\nTime=t", "id;t\n1;2026112814\n2;1998112815\n")
                == ["2026-11-28T14:00:00Z", "1998-11-28T15:00:00Z"])
        #expect(
            try values("[Record]\nTime=t", "id;t\n1;2026112814\n2;1795874400\n")
                == ["2034-03-16T09:06:54Z", "2026-11-28T14:00:00Z"])
    }

    @Test func `a wrong date with an hour does not make seconds of a column`() throws {
        let dates = (0..<20).map { "\($0);20261128\($0 + 10)\n" }
        let found = try decode(
            "[Record]\nKey=id\nTime=t", "id;t\n" + dates.prefix(14).joined() + "x;2026112824\ny;2026113814\n")
        #expect(found.rejects.map(\.key) == ["y"])
        let times = try found.records.map { try JSON(parsing: $0.data)["t"]?.string }
        #expect(times.first == "2026-11-28T10:00:00Z" && times[14] == "2026-11-29T00:00:00Z")
        let open = "id;t\n" + dates.prefix(3).joined() + "y;2026113814\n"
        #expect(try decode("[Record]\nKey=id\nTime=t", open).rejects.count == 4)
    }

    @Test func `a decimal comma is recognised by the column`() throws {
        let text = "id;lat;lon;v\n1;48,8566;2,3522;1.234,56\n2;48,857;2,5;7\n"
        let found = try decode("[Record]\nKey=id\nNumber=v\nLocation=lat lon", text)
        #expect(found.rejects.isEmpty)
        #expect(found.records[0].position == Position(latitude: 48.8566, longitude: 2.3522))
        #expect(found.records[1].position == Position(latitude: 48.857, longitude: 2.5))
        #expect(try values("[Record]\nNumber=v", text, member: "v") == ["1234.56", "7"])
    }

    @Test func `a column of groups alone needs a setting`() throws {
        let text = "id;v\n1;1,234\n2;2,500\n3;7\n"
        let found = try decode("[Record]\nKey=id\nNumber=v", text)
        #expect(
            found.rejects.map(\.reason)
                == [String](
                    repeating: "not a number of one meaning: Decimal=point or Decimal=comma decides", count: 2
                ))
        #expect(
            try values("[Record]\nNumber=v\nDecimal=comma", text, member: "v") == ["1.234", "2.500", "7"])
        #expect(
            try values("[Record]\nNumber=v\nDecimal=point v", text, member: "v") == ["1234", "2500", "7"])
    }

    @Test func `points in a table with decimal commas are not taken for decimal points`() throws {
        let text = "id;v;w\n1;1.234;0,5\n2;2.500;1,25\n"
        let found = try decode("[Record]\nKey=id\nNumber=v w", text)
        #expect(found.rejects.map(\.field) == ["v", "v"])
        #expect(try values("[Record]\nNumber=v w", text, member: "w") == ["0.5", "1.25"])
        #expect(try values("[Record]\nNumber=v", text, member: "v") == ["1.234", "2.500"])
    }

    @Test(arguments: ["TimeFormat=xmy", "TimeFormat=\"\"", "Decimal=dot", "Decimal=comma \"a"])
    func `a wrong form is an error of the definition`(setting: String) throws {
        let options = try TestDocument.options("[Record]\n\(setting)")
        #expect(throws: OptionError.self) { try Kind.table.check(options) }
    }
}
