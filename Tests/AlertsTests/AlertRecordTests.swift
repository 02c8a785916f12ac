import Alerts
import Decoding
import Records
import TestDocuments
import Testing

/// The records of alerts.
@Suite struct AlertRecordTests {
    private func data(of path: String, at seconds: Int64, language: String) throws -> JSON {
        let out = try decode(
            Corpus.bytes(path), at: seconds, definition: "[Alert]\nLanguage=\(language)\n")
        return try JSON(parsing: out.records[0].data)
    }

    @Test func `Language= selects the texts, and all languages remain`() throws {
        let path = "single/cap-library--canada-c70c0a.xml"
        let french = try data(of: path, at: 1_297_170_000, language: "fr")
        #expect(french["event"] == "frostbite" || french["event"]?.string?.isEmpty == false)
        #expect(french["languages"] == ["fr-CA", "en-CA"])
        let english = try data(of: path, at: 1_297_170_000, language: "de en")
        #expect(english["headline"] == french["texts"]?["en-CA"]?["headline"])
        #expect(french["headline"] == french["texts"]?["fr-CA"]?["headline"])
        #expect(english["headline"] != french["headline"])
        #expect(french["onset"] == nil && french["effective"] != nil && french["phase"] == "in force")
    }

    @Test func `an unknown setting of [Alert] is refused`() throws {
        #expect(throws: OptionError.self) {
            try decode([], at: 0, definition: "[Alert]\nColour=red\n")
        }
    }

    @Test func `the entries of an index with one message are one alert with all areas`() throws {
        let out = try decode(Corpus.bytes("index/meteoalert-api--uk_sample-542877.xml"), at: 1_670_450_000)
        let areas = try out.records.map { try JSON(parsing: $0.data)["zones"]?["EMMA_ID"]?.array?.count ?? 0 }
        #expect(areas.reduce(0, +) > out.records.count)
        let again = Set(out.records.map(\.key))
        #expect(again.count == out.records.count)
    }

    @Test func `of a repeated member of a feature, the last value counts`() throws {
        let text = """
            {"features": [{"properties": {"id": "a", "event": "Flood", "geocode": {"UGC": ["X1"], "UGC": ["X2", "X3"]}},
            "properties": {"id": "b", "status": "Actual", "messageType": "Alert", "headline": "Snow", "headline": "Ice",
             "geocode": {"UGC": "X4", "UGC": ["X5"]}}}]}
            """
        let message = try #require(try AlertDocument(Array(text.utf8)).messages.first)
        #expect(message.identifier == "b")
        #expect(message.blocks[0].event.isEmpty && message.blocks[0].headline == "Ice")
        #expect(message.blocks[0].areas[0].codes == [AlertBlock.Value("UGC", "X5")])
    }

    @Test func `the position of an alert lies in its geometry`() throws {
        var count = 0
        for file in try Corpus.names("single") {
            for message in try AlertDocument(Corpus.bytes("single/" + file)).messages {
                let area = message.area
                guard let position = area.interior else { continue }
                #expect(area.contains(position), "\(message.identifier)")
                count += 1
            }
        }
        #expect(count > 100)
    }
}
