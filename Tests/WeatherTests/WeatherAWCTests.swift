import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The reports of aviationweather.gov, with the categories that it derives itself.
@Suite struct WeatherAWCTests {
    private static func category(_ raw: String, at time: UTC) throws -> String {
        let context = DocumentContext(reference: time)
        guard let out = try? TestDocument.decode(.metar, "", Array(raw.utf8), context: context),
            let record = out.records.first
        else { return "no record" }
        let data = try JSON(parsing: record.data)
        guard let rules = data["flightRules"]?.string else { return "-" }
        return rules + (data["flightRulesOrWorse"] == true ? "+" : "")
    }

    @Test func `every category is that of aviationweather.gov, except for those listed with a reason`() throws
    {
        let listed = try WeatherCorpus.rows("weather-awc-differences.tsv")
        let expected = Set(listed.map { [$0[0], $0[1], $0[3]].joined(separator: "\t") })
        #expect(listed.allSatisfy { !$0[2].isEmpty })
        var found: Set<String> = []
        for row in try WeatherCorpus.rows("weather-awc-categories.tsv") {
            let time = try #require(UTC(iso8601: row[0]))
            let own = try Self.category(row[2], at: time)
            if own != row[1] { found.insert([row[1], own, row[2]].joined(separator: "\t")) }
        }
        #expect(found.subtracting(expected) == [])
        #expect(expected.subtracting(found) == [])
    }
}
