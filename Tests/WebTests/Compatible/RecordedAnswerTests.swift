import Definitions
import Records
import TestDocuments
import Testing

/// Answers of aviationweather.gov that were recorded, and ours for the same data, member by member; the
/// differences are those of the table in almanac-web(8).
@MainActor @Suite struct RecordedAnswerTests {
    private func differences(_ ours: JSON, _ theirs: JSON) -> Set<String> {
        let names = Set((ours.object ?? []).map(\.name) + (theirs.object ?? []).map(\.name))
        return names.filter { ours[$0] != theirs[$0] }
    }

    private func compare(_ product: String, _ kind: Kind, _ file: String) throws -> [String: Set<String>] {
        let bytes = try CorpusFile.bytes("awc/\(file)")
        let site = try CompatibleSite([
            .init(name: "reports", kind: product, health: "stale", standing: "stale", age: 7200)
        ])
        try site.add(bytes, to: "reports", kind: kind, reference: UTC(iso8601: "2026-07-21T02:00:00Z"))
        let theirs = try #require(try JSON(parsing: bytes).array)
        let ids = theirs.compactMap { $0["icaoId"]?.string }
        let ours = try #require(
            try site.json("/api/data/\(product)?ids=\(ids.joined(separator: ","))&format=json").array)
        #expect(ours.count == theirs.count)
        var found: [String: Set<String>] = [:]
        for their in theirs {
            let id = their["icaoId"]?.string ?? ""
            let own = try #require(ours.first { $0["icaoId"] == their["icaoId"] })
            found[id] = differences(own, their)
        }
        return found
    }

    @Test func `METARs differ in the time of receipt only`() throws {
        for (station, names) in try compare("metar", .metar, "metar.json") {
            #expect(names == ["receiptTime"], "\(station)")
        }
    }

    @Test func `TAFs differ in what only the service knows`() throws {
        for (station, names) in try compare("taf", .taf, "taf.json") {
            #expect(names == ["bulletinTime", "dbPopTime", "prior"], "\(station)")
        }
    }

    /// The columns of the table, the members of JSON that they correspond to, and how many of 400 reports
    /// differ.
    nonisolated static let columns: [(column: String, member: String, differences: Int)] = [
        ("temp_c", "temp", 0), ("dewpoint_c", "dewp", 0), ("wind_dir_degrees", "wdir", 0),
        ("wind_speed_kt", "wspd", 0), ("wind_gust_kt", "wgst", 0),
        // Visibilities with NDV, which the service leaves out.
        ("visibility_statute_mi", "visib", 7), ("sea_level_pressure_mb", "slp", 0),
        // Groups that the service divides or orders otherwise, and recent weather that it takes for present.
        ("wx_string", "wxString", 5),
        // NDV again, and reports that lack something that may make it worse.
        ("flight_category", "fltCat", 14),
        ("three_hr_pressure_tendency_mb", "presTend", 1), ("maxT_c", "maxT", 2), ("minT_c", "minT", 0),
        ("maxT24hr_c", "maxT24", 0), ("minT24hr_c", "minT24", 0), ("precip_in", "precip", 0),
        ("pcp3hr_in", "pcp3hr", 0), ("pcp6hr_in", "pcp6hr", 0), ("pcp24hr_in", "pcp24hr", 0),
        ("snow_in", "snow", 0),
    ]

    @Test func `400 METARs of the service's table have its values, but for those that are listed`() throws {
        let lines = try CorpusFile.lines("awc/metars-2025-01-27.csv").map {
            String(decoding: $0, as: UTF8.self)
        }
        let rows = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let header = rows[0]
        let site = try CompatibleSite([
            .init(name: "reports", health: "stale", standing: "stale", age: 7200)
        ])
        let text = rows.dropFirst().map { $0[0] + "\n" }.joined()
        try site.add(
            Array(text.utf8), to: "reports", reference: UTC(iso8601: "2025-01-27T22:26:00Z"))
        let ids = Set(rows.dropFirst().map { $0[1] }).sorted().joined(separator: ",")
        let list = try #require(try site.json("/api/data/metar?ids=\(ids)&format=json").array)
        let ours = Dictionary(list.map { ($0["rawOb"]?.string ?? "", $0) }) { first, _ in first }
        let compared = rows.dropFirst().filter { ours["METAR " + $0[0]] != nil }
        // One station has two reports, of which the newest counts.
        #expect(compared.count == 399)
        for (column, member, expected) in Self.columns {
            let index = try #require(header.firstIndex(of: column))
            let different = compared.filter { !isSame(ours["METAR " + $0[0]]?[member], $0[index]) }
            #expect(different.count == expected, "\(member): \(different.map { $0[0] })")
        }
    }

    private func isSame(_ value: JSON?, _ text: String) -> Bool {
        if let number = value?.double, let other = Double(text) { return abs(number - other) < 0.011 }
        return (value?.string ?? value.map { String(decoding: $0.bytes, as: UTF8.self) } ?? "") == text
    }
}
