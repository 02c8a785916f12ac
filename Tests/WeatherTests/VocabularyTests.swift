import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The vocabulary of a kind, which conditions are checked against, has every member that the decoders write.
@Suite struct VocabularyTests {
    private func names(_ value: JSON) -> Set<String> {
        switch value {
        case .object(let members):
            members.reduce(into: []) { $0.formUnion(names($1.value).union([$1.name])) }
        case .array(let elements): elements.reduce(into: []) { $0.formUnion(names($1)) }
        default: []
        }
    }

    /// Returns the members of a document's records that the vocabulary of their kind lacks.
    private func missing(_ kind: Kind, _ document: [UInt8]) throws -> [String] {
        let records = try TestDocument.decode(kind, "", document).records
        let found = try records.reduce(into: Set<String>()) {
            try $0.formUnion(names(JSON(parsing: $1.data)))
        }
        return found.subtracting(kind.vocabulary ?? []).filter { !$0.utf8.contains { $0.isDigit } }.sorted()
    }

    @Test(arguments: [(Kind.metar, "weather-metar.jsonl"), (Kind.taf, "weather-taf.jsonl")])
    func `the vocabulary has every member of the reports of the corpus`(kind: Kind, file: String) throws {
        let raws = try CorpusFile.lines(file).compactMap { try JSON(parsing: $0)["raw"]?.string }
        #expect(try missing(kind, Array(raws.joined(separator: "\n").utf8)) == [])
    }

    @Test(arguments: [
        (Kind.winds, "weather-winds.txt"), (.report, "weather-report-kpwm.json"),
        (.report, "weather-report-egll.json"), (.forecast, "weather-metno.json"),
        (.forecast, "weather-openmeteo-toronto.json"), (.forecast, "weather-nws-hourly.json"),
    ])
    func `the vocabulary has every member of the documents of the corpus`(kind: Kind, file: String) throws {
        #expect(try missing(kind, CorpusFile.bytes(file)) == [])
    }

    @Test func `a member of the vocabulary is known, and a misspelt one has a nearest name`() {
        var members = MemberNames()
        members.add(.metar)
        for name in ["wind.gust", "/wind/gust", "runwayVisualRange.22L.low", "clouds.0.base"] {
            #expect(members.knows(FieldPath(name)), "\(name)")
        }
        #expect(!members.knows(FieldPath("wind.gusts")) && !members.knows(FieldPath("Nope")))
        #expect(members.nearest(to: FieldPath("wind.gusts")) == "wind.gust")
        #expect(members.nearest(to: FieldPath("flightrules")) == "flightRules")
        #expect(members.nearest(to: FieldPath("zzzzzzzz")) == nil)
    }

    @Test func `every member of a report is known, and within an open member everything`() {
        var members = MemberNames()
        members.add(.report)
        let known = [
            "station", "conditions.pressureHpa", "conditions.reportedAsHpa", "conditions.remarks.any.thing",
            "conditions.visibility.visReportedInMetric", "conditions.cloudLayers.0.altitudeFt",
            "atis.conditions.wind.speed", "windsAloft.windsAloft.0.windTemps.3000.knots",
        ]
        for name in known { #expect(members.knows(FieldPath(name)), "\(name)") }
        for name in ["pressureHpa", "conditions.pressure", "conditions.wind.speedKts.x", "station.x"] {
            #expect(!members.knows(FieldPath(name)), "\(name)")
        }
        #expect(members.nearest(to: FieldPath("conditions.tempc")) == "conditions.tempC")
    }
}
