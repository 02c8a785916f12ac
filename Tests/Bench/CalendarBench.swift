import Calendars
import Decoding
import Records

/// `bench calendar`: the instructions of expanding real files, and of hostile rules, within this process.
enum CalendarBench {
    private static let now: Int64 = 1_795_348_800
    /// Rules whose times are sought for long; most of them end after a number of steps.
    private static let hostile = [
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY", "FREQ=MINUTELY;BYSETPOS=366;BYDAY=MO",
        "FREQ=SECONDLY;COUNT=2000000000", "FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2",
        "FREQ=SECONDLY;BYSECOND=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9;INTERVAL=7",
    ]

    /// Runs the benchmark.
    ///
    /// - Throws: An error of a file.
    static func run() throws {
        let folder = BenchFiles.root + "Tests/CalendarsTests/Corpus/calendar/"
        let files = try BenchFiles.names(folder).filter { $0.hasSuffix(".ics") }
            .map { try BenchFiles.bytes(folder + $0) }.sorted { $0.count < $1.count }
        // The forty files around the median size.
        let middle = files.count / 2
        let documents = files[max(0, middle - 20)..<min(files.count, middle + 20)].map(CalendarExpander.text)
        try compare("calendar, occurrence", documents, stored: 16_900)
        let good = "BEGIN:VEVENT\nUID:good\nDTSTART:20261126T090000Z\nEND:VEVENT\n"
        for rule in hostile {
            let bad = "BEGIN:VEVENT\nUID:bad\nDTSTART:20000101T000000Z\nRRULE:\(rule)\nEND:VEVENT\n"
            let document = "BEGIN:VCALENDAR\nVERSION:2.0\n\(bad)\(good)END:VCALENDAR\n"
            try CostComparison.run("calendar, \(rule)", stored: 122_000_000) {
                var zones: [String: TimeZoneFile?] = [:]
                return {
                    guard expand(CalendarExpander.text(of: Array(document.utf8)), &zones) > 0 else {
                        throw BenchError("the good event must stay")
                    }
                }
            }
        }
    }

    private static func compare(_ name: String, _ documents: [[UInt8]], stored: Double) throws {
        var zones: [String: TimeZoneFile?] = [:]
        let count = documents.reduce(0) { $0 + expand($1, &zones) }
        try CostComparison.run(name, each: count, stored: stored) {
            { for document in documents { _ = expand(document, &zones) } }
        }
    }

    /// Expands a document and returns the number of its occurrences.
    private static func expand(_ document: [UInt8], _ zones: inout [String: TimeZoneFile?]) -> Int {
        var known = zones
        var count = 0
        var expander = CalendarExpander(
            now: now, past: 86_400, ahead: 60 * 86_400, skipped: [],
            find: { name in
                if let zone = known[name] { return zone }
                let path = name.isEmpty ? "/etc/localtime" : "/usr/share/zoneinfo/" + name
                let zone = (try? BenchFiles.bytes(path)).flatMap { try? TimeZoneFile($0) }
                known[name] = .some(zone)
                return zone
            }, use: { if case .occurrence = $0 { count += 1 } })
        _ = expander.expand(document)
        zones = known
        return count
    }
}
