import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// Reports with a part that cannot be read: it never makes the weather look better.
@Suite struct WeatherUnknownTests {
    /// Whether a value has the expected members; `null` stands for an absent one. Elements of lists are
    /// compared in order.
    private static func matches(_ value: JSON?, _ expected: JSON) -> Bool {
        if let members = expected.object {
            return members.allSatisfy { matches(value?[$0.name], $0.value) }
        }
        if let elements = expected.array {
            let own = value?.array ?? []
            return own.count == elements.count && zip(own, elements).allSatisfy { matches($0, $1) }
        }
        if let number = expected.double { return value?.double.map { abs($0 - number) < 0.01 } ?? false }
        return (value ?? .null) == expected
    }

    @Test func `reports with a part that cannot be read have the records of the corpus`() throws {
        for object in try WeatherCorpus.objects("weather-unknown.jsonl") {
            let text = object["input"]?.string ?? ""
            let at = try #require(object["at"]?.string.flatMap { UTC(iso8601: $0) })
            let out = try TestDocument.decode(
                object["kind"] == "taf" ? .taf : .metar, "", Array(text.utf8),
                context: DocumentContext(reference: at))
            let record = try #require(out.records.first, "\(text)")
            #expect(record.key == object["key"]?.string)
            let data = try JSON(parsing: record.data)
            for member in object["expect"]?.object ?? [] {
                #expect(Self.matches(data[member.name], member.value), "\(member.name) of \(text)")
            }
            let fields = (object["rejects"]?.array ?? []).compactMap(\.string)
            #expect(out.rejects.map { $0.field ?? "-" } == fields, "\(text)")
        }
    }
}
