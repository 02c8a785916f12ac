import AlmanacValues
import Glibc
import Records
import Showing
import Testing

/// The examples for Prometheus and Grafana name metrics that exist.
@Suite struct ExampleTests {
    private static let folder =
        #filePath.dropLast("Tests/ShowingTests/ExampleTests.swift".count) + "etc/examples/"

    private func text(_ name: String) throws -> String {
        let file = try #require(fopen(Self.folder + name, "r"))
        defer { fclose(file) }
        var (bytes, slice): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
        while case let count = fread(&slice, 1, slice.count, file), count > 0 { bytes += slice[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The names of all metrics of sources, of a report and of a daemon.
    private var exported: Set<String> {
        let counters: JSON = ["attempts": 1, "notModified": 1, "accepted": 1, "failed": 1]
        let status = Status(["startedUSec": 1, "sources": 5, "records": 1, "counters": counters])
        let overdue = Samples.source(
            #"{"name": "metar@KPWM", "kind": "metar"}"#,
            """
            {"health": "fresh", "records": 1, "rejected": 0, "generation": 1,
             "rhythm": {"learned": true, "requestsPerDay": 1, "limitUSec": 300000000}}
            """)
        let metrics = Metrics(
            sources: Samples.all.filter { $0.name != overdue.name } + [overdue], at: Golden.now,
            items: [Samples.report], status: status)
        let lines = metrics.text(.prometheus).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return Set(lines.map { String($0.prefix { $0 != "{" && $0 != " " }) })
    }

    /// Returns the words of a text that look like a metric: the first of each run of letters and underscores.
    private func metrics(in text: String) -> Set<String> {
        var names: Set<String> = []
        var word = ""
        for byte in text.utf8 + [0] {
            if byte.isLowercase || byte.isUppercase || byte.isDigit || byte == UInt8(ascii: "_") {
                word.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                if word.hasPrefix("almanac_") || word.hasPrefix("weather_") { names.insert(word) }
                word = ""
            }
        }
        return names
    }

    @Test func `the alert rules use only metrics that exist`() throws {
        let text = try text("prometheus-rules.yml")
        let named = metrics(in: text)
        #expect(named.count >= 5)
        #expect(named.subtracting(exported) == [])
        for alert in ["Down", "SourceStale", "SourceFailing", "SourceOverdue", "Rejects", "Remarks"] {
            #expect(text.contains("- alert: Almanac\(alert)\n"))
        }
    }

    @Test func `the dashboard is complete and uses only metrics that exist`() throws {
        let dashboard = try JSON(parsing: Array(try text("grafana-dashboard.json").utf8))
        #expect(dashboard["schemaVersion"]?.int ?? 0 >= 39 && dashboard["title"] == "almanac")
        let panels = dashboard["panels"]?.array ?? []
        #expect(panels.count >= 10)
        #expect(Set(panels.compactMap { $0["id"]?.int }).count == panels.count)
        var named: Set<String> = []
        for panel in panels {
            let targets = panel["targets"]?.array ?? []
            #expect(panel["title"]?.string != nil && panel["type"]?.string != nil && !targets.isEmpty)
            #expect(panel["datasource"]?["uid"] == "${datasource}")
            let place = panel["gridPos"]
            #expect((place?["x"]?.int ?? 99) + (place?["w"]?.int ?? 99) <= 24)
            for target in targets { named.formUnion(metrics(in: target["expr"]?.string ?? "")) }
        }
        #expect(named.count >= 10)
        #expect(named.subtracting(exported) == [])
    }
}
