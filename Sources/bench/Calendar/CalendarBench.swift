import Calendars
import Decoding
import Glibc
import Records

/// `bench calendar`: the rate at which files are expanded, and what a hostile rule costs.
enum CalendarBench {
    private static let hostile = [
        "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY", "FREQ=MINUTELY;BYSETPOS=366;BYDAY=MO",
        "FREQ=SECONDLY;COUNT=2000000000", "FREQ=YEARLY;BYMONTHDAY=31;BYMONTH=2",
        "FREQ=SECONDLY;BYSECOND=0,1,2,3,4,5,6,7,8,9;BYMINUTE=0,1,2,3,4,5,6,7,8,9;INTERVAL=7",
    ]

    /// Runs the benchmark.
    ///
    /// - Throws: An error of a file or of a process.
    static func run() throws {
        try rate()
        CalendarDecoder.program = try BenchFiles.programs() + "almanacd"
        // The decoding processes inherit this core; `SharedCore.avoid` observes no other.
        try Cores.onFastest(at: { _ = CoreProbe.time() }) { try costs() }
    }

    /// Measures the expansion of the forty files around the median size, in this process.
    private static func rate() throws {
        guard CalendarExpander.load() else { throw BenchError(description: "libical is not installed") }
        let folder = BenchFiles.root + "Tests/CalendarsTests/Corpus/calendar/"
        let files = try BenchFiles.names(folder).filter { $0.hasSuffix(".ics") }
            .map { try BenchFiles.bytes(folder + $0) }.sorted { $0.count < $1.count }
        let middle = files.count / 2
        let documents = files[max(0, middle - 20)..<min(files.count, middle + 20)].map(CalendarExpander.text)
        var zones: [String: TimeZoneFile?] = [:]
        var found = 0
        let cost = Measure.nanoseconds(per: documents.count * 5) {
            for _ in 0..<5 { for document in documents { found += expand(document, &zones) } }
        }
        print("\(files[middle].count) bytes at the median, \(Measure.short(cost / 1000)) µs each")
        print("\(Measure.short(CalendarExpander.timeOfStep())) ns for a step of libical")
        Measure.goal("calendar, files per second", found < 0 ? 0 : 1e9 / cost, atLeast: 1000)
    }

    /// Expands a document and returns the number of its occurrences.
    private static func expand(_ document: [UInt8], _ zones: inout [String: TimeZoneFile?]) -> Int {
        var known = zones
        var count = 0
        var expander = CalendarExpander(
            now: 1_795_348_800, past: 86_400, ahead: 60 * 86_400, skipped: [],
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
        var longest = 0.0
        var largest = usual.memory
        for rule in hostile {
            let bad = "BEGIN:VEVENT\nUID:bad\nDTSTART:20000101T000000Z\nRRULE:\(rule)\nEND:VEVENT\n"
            let (cost, memory) = try typical(bad + event)
            print("\(rule): \(Measure.short(cost - usual.cost)) ms of CPU")
            longest = max(longest, cost - usual.cost)
            largest = max(largest, memory)
        }
        Measure.goal("calendar, a hostile rule", longest, limit: 50, unit: " ms")
        Measure.goal(
            "calendar, memory of a hostile rule", Double(largest - usual.memory) / 1024, limit: 8,
            unit: " MB")
    }

    /// Decodes events several times.
    ///
    /// - Returns: The median CPU time, in milliseconds, and the largest resident size of all so far, in
    ///   kibibytes.
    private static func typical(_ events: String) throws -> (cost: Double, memory: Int) {
        let turns = try (0..<7).map { _ in try SharedCore.avoid { try decode(events) } }
        return (Measure.median(turns.map(\.cost)), turns.map(\.memory).max() ?? 0)
    }

    /// Decodes events in processes of their own.
    ///
    /// - Returns: The CPU time of the processes, in milliseconds, and the largest resident size of all so far,
    ///   in kibibytes.
    private static func decode(_ events: String) throws -> (cost: Double, memory: Int) {
        let now = UTC(seconds: 1_795_348_800)
        var decoder = try CalendarDecoder(
            options: Options(), context: DocumentContext(reference: now, now: now))
        var out = Decoded()
        let before = usage()
        let text = Array("BEGIN:VCALENDAR\nVERSION:2.0\n\(events)END:VCALENDAR\n".utf8)
        try decoder.decode(text.span, into: &out)
        try decoder.finish(into: &out)
        guard out.records.contains(where: { $0.key == "good" }) else {
            throw BenchError(description: "the good event must stay")
        }
        let after = usage()
        return (after.cost - before.cost, after.memory)
    }

    private static func usage() -> (cost: Double, memory: Int) {
        var usage = rusage()
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        func milliseconds(_ time: timeval) -> Double {
            Double(time.tv_sec) * 1e3 + Double(time.tv_usec) / 1e3
        }
        return (milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime), usage.ru_maxrss)
    }
}
