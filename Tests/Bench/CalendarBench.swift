import Calendars
import Decoding
import Glibc
import Records

/// `bench calendar`: the cost of expanding a file, and what a hostile rule costs.
enum CalendarBench {
    private static let now: Int64 = 1_795_348_800
    private static let hostile = [
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY", "FREQ=MINUTELY;BYSETPOS=366;BYDAY=MO",
        "FREQ=SECONDLY;COUNT=2000000000", "FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2",
        "FREQ=SECONDLY;BYSECOND=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9;INTERVAL=7",
    ]

    /// Runs the benchmark.
    ///
    /// - Throws: An error of a file or of a process.
    static func run() throws {
        try expand()
        guard !CostComparison.isCounting else { return }
        CalendarDecoder.program = try BenchFiles.programs() + "almanacd"
        try costs()
    }

    /// Measures the expansion of the forty files around the median size, in this process.
    private static func expand() throws {
        let folder = BenchFiles.root + "Tests/CalendarsTests/Corpus/calendar/"
        let files = try BenchFiles.names(folder).filter { $0.hasSuffix(".ics") }
            .map { try BenchFiles.bytes(folder + $0) }.sorted { $0.count < $1.count }
        let middle = files.count / 2
        let documents = files[max(0, middle - 20)..<min(files.count, middle + 20)].map(CalendarExpander.text)
        var zones: [String: TimeZoneFile?] = [:]
        try CostComparison.run(
            "calendar, file", each: documents.count,
            .body {
                {
                    let count = documents.reduce(0) { $0 + expand($1, &zones) }
                    guard count > 0 else { throw BenchError("no event was found") }
                }
            }, limit: 6_000_000)
        print("\(files[middle].count) bytes at the median")
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

    /// Measures a document with a hostile rule in processes of its own, compared with one without.
    private static func costs() throws {
        let event = "BEGIN:VEVENT\nUID:good\nDTSTART:20261126T090000Z\nEND:VEVENT\n"
        let usual = try typical(event)
        var largest = usual.memory
        // Most rules stop after a number of steps, and what these cost is the subject.
        try Goal.times([("calendar, a hostile rule", 50)], unit: " ms") {
            let costs = try hostile.map { rule in
                let bad = "BEGIN:VEVENT\nUID:bad\nDTSTART:20000101T000000Z\nRRULE:\(rule)\nEND:VEVENT\n"
                let (cost, memory) = try typical(bad + event)
                print("\(rule): \(Goal.short(cost - usual.cost)) ms of CPU")
                largest = max(largest, memory)
                return cost - usual.cost
            }
            return [costs.max()]
        }
        let more = Double(largest - usual.memory) / 1024
        Goal.most("calendar, memory of a hostile rule", more, limit: 8, unit: " MB")
    }

    /// Decodes events several times.
    ///
    /// - Returns: The median CPU time of their processes, in milliseconds, and the largest resident size of
    ///   all so far, in kibibytes.
    private static func typical(_ events: String) throws -> (cost: Double, memory: Int) {
        let turns = try (0..<7).map { _ in
            let before = usage().cost
            try decode(events)
            return usage().cost - before
        }
        return (turns.median, usage().memory)
    }

    private static func decode(_ events: String) throws {
        let now = UTC(seconds: now)
        var decoder = try CalendarDecoder(
            options: Options(), context: DocumentContext(reference: now, now: now))
        var out = Decoded()
        try decoder.decode(
            Array("BEGIN:VCALENDAR\nVERSION:2.0\n\(events)END:VCALENDAR\n".utf8).span, into: &out)
        try decoder.finish(into: &out)
        guard out.records.contains(where: { $0.key == "good" }) else {
            throw BenchError("the good event must stay")
        }
    }

    private static func usage() -> (cost: Double, memory: Int) {
        var usage = rusage()
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        let times = [usage.ru_utime, usage.ru_stime].map {
            Double($0.tv_sec) * 1e3 + Double($0.tv_usec) / 1e3
        }
        return (times.reduce(0, +), usage.ru_maxrss)
    }
}
