import Decoding
import Records
import Systemd

/// The expansion of a document by processes of their own; a series that ends a process is left out the next
/// time.
struct CalendarExpansion {
    /// The result for a document.
    struct Result {
        /// The records before merging, in the order of the document.
        var records: [Record] = []
        /// The parts that could not be used.
        var rejects: [Reject] = []
        /// The name of the first calendar; `nil` if it has none.
        var title: String?
        /// Whether the document has a calendar.
        var hasCalendar = false
        /// The moment from which the same document has other records.
        var nextChange = UTC(seconds: 0)
    }

    /// The most series that may end a process; with more of them the document is not used.
    private static let mostLosses = 5

    /// The program that runs `ExpansionChild`.
    let program: String
    /// Whether the first loss of a process, soon after its start, is a failure.
    let isBrief: Bool

    /// Expands a document.
    ///
    /// - Parameters:
    ///   - text: The document in UTF-8.
    ///   - now: The moment to which the window belongs.
    ///   - past: The longest time since the end of an occurrence, in seconds.
    ///   - ahead: The longest time until the start of an occurrence, in seconds.
    /// - Returns: The result.
    /// - Throws: `DecodeError` if the document cannot be expanded.
    func expand(_ text: [UInt8], now: UTC, past: Int64, ahead: Int64) throws(DecodeError) -> Result {
        var skipped: Set<Int> = []
        let edition = TimeZoneDatabase.version.map(ZoneDatabase.number) ?? 0
        while true {
            let request = ExpansionRequest(
                now: now.seconds, past: past, ahead: ahead, size: text.count, isBrief: isBrief,
                edition: edition, skipped: skipped)
            do throws(ExpansionProcess.Failure) {
                return try expand(text, request)
            } catch {
                guard !isBrief, case .lost(let series?) = error, skipped.count < CalendarExpansion.mostLosses,
                    skipped.insert(series).inserted
                else { throw DecodeError(error) }
            }
        }
    }

    private func expand(
        _ text: [UInt8], _ request: ExpansionRequest
    ) throws(ExpansionProcess.Failure) -> Result {
        var process = try ExpansionProcess(program)
        var result = Result()
        try process.expand(request, text) { message in result.add(message) }
        return result
    }
}

extension CalendarExpansion.Result {
    /// A remark on the zones for which the tz database of this machine is too old; empty if there are none.
    var ageNotes: [String] {
        let faults = rejects.filter { $0.field == "TZID" && $0.reason.hasSuffix(ZoneDatabase.age) }
        guard !faults.isEmpty else { return [] }
        let names = Set(faults.map(\.found)).sorted().joined(separator: ", ")
        let version = TimeZoneDatabase.version ?? "of unknown version"
        return ["the tz database \(version) of this machine is older than the rules of \(names)"]
    }

    /// The keys of events with a fault that has lost all of their occurrences.
    var lost: [String] {
        let faulty = rejects.compactMap(\.key)
        guard !faulty.isEmpty else { return [] }
        let keys = Set(records.map(\.key))
        return faulty.filter { !keys.contains($0) }
    }

    /// Adds a message of the process.
    fileprivate mutating func add(_ message: ExpansionMessage) {
        switch message {
        case .occurrence(let key, let data): records.append(Record(occurrence: data, key: key))
        case .reject(let reject): rejects.append(reject)
        case .title(let name): title = title ?? name
        case .end(let hasCalendar, let nextChange):
            self.hasCalendar = hasCalendar
            let furthest = Int64(253_402_300_799)
            self.nextChange = UTC(seconds: min(max(nextChange, 0), furthest))
        case .zone, .begins: break
        }
    }
}

extension Record {
    /// Creates the record of an occurrence; without a usable UID, its content is the key.
    fileprivate init(occurrence data: OccurrenceData, key: String) {
        self.init(
            key: RecordKey.isValid(key) ? key : Record.contentKey(of: data.bytes), title: data.summary,
            position: data.position, data: data.bytes)
    }

    private static func contentKey(of data: [UInt8]) -> String {
        let hash = RecordHash(data)
        return String(hash.high, radix: 16) + String(hash.low, radix: 16)
    }
}

extension DecodeError {
    /// The error of a document whose process was lost.
    fileprivate init(_ failure: ExpansionProcess.Failure) {
        switch failure {
        case .lost:
            self.init(
                .content, part: "calendar that can be expanded",
                found: "the document that ended its process, or reached its limits of time and memory",
                offset: 0)
        case .ended(let status):
            self.init(
                .configuration, part: "the confined process", found: "it ended with status \(status)",
                offset: 0)
        case .system(let error):
            self.init(.file, part: "process", found: "\(error)", offset: 0)
        }
    }
}
