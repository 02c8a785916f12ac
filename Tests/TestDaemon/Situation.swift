import Glibc
package import Records
import Varlink

/// A situation in which less than everything is known about the only source of a daemon, one of alerts
/// without records; in all of them the answer "none" would be a lie.
nonisolated package enum Situation: String, CaseIterable, Sendable {
    /// No answer has arrived yet.
    case neverFetched
    /// The last attempts failed; two hours ago there were no warnings.
    case failing
    /// The last answer is two hours old.
    case stale
    /// A part of the last answer could not be read.
    case partial
    /// There are more records than the answer has.
    case cut
    /// The definition has an error.
    case skipped
    /// There is no source of the name that is asked for.
    case unknownName

    /// The name of the source.
    package static let source = "alerts"
    /// A name that no source has.
    package static let otherName = "nope"
    /// The number of records of `cut`.
    package static let many = 1234

    /// The state of the source, by the real clock.
    package var runtime: JSON {
        let now = Int(time(nil)) * 1_000_000
        let (old, recent) = (JSON.int(now - 7_200_000_000), JSON.int(now - 60_000_000))
        let failure: JSON = [
            "reason": "http", "message": "api.example answered 503", "realtimeUSec": recent, "count": 4,
        ]
        let state: JSON
        switch self {
        case .neverFetched: state = ["health": "empty", "standing": "waiting"]
        case .failing:
            state = ["health": "failing", "standing": "failing", "fetchedUSec": old, "failure": failure]
        case .stale:
            state = [
                "health": "stale", "standing": "stale", "fetchedUSec": old,
                "expiresUSec": .int(now - 3_600_000_000),
            ]
        case .partial:
            state = ["health": "fresh", "standing": "empty", "fetchedUSec": recent]
        case .cut, .unknownName: state = ["health": "fresh", "standing": "current", "fetchedUSec": recent]
        case .skipped:
            let message: JSON = "alerts.source:3: Refresh=soon is not a time span such as 5min or 1d"
            state = [
                "health": "empty", "standing": "failing",
                "failure": [
                    "reason": "configuration", "message": message, "realtimeUSec": recent, "count": 1,
                ],
            ]
        }
        let counts: JSON = [
            "records": .int(count), "rejected": .int(self == .partial ? 1 : 0), "generation": 1,
        ]
        return .object((state.object ?? []) + (counts.object ?? []))
    }

    private var count: Int { self == .cut ? Situation.many : self == .unknownName ? 1 : 0 }

    private var context: JSON { ["name": .string(Situation.source), "kind": "alert", "title": "Alerts"] }

    /// Lets a daemon answer in this situation.
    @MainActor package func begin(on daemon: ScriptedDaemon) throws {
        let source: JSON = ["context": context, "runtime": runtime]
        daemon.on("ListSources") { call in
            call.reply(["sources": .array(Situation.isMeant(call) ? [source] : [])])
        }
        daemon.on("DescribeSource") { $0.reply(["source": source, "phases": []]) }
        let (count, runtime) = (count, runtime)
        daemon.on("GetSnapshot") { call in
            guard Situation.isMeant(call) else {
                return call.fail("io.almanac.NoSuchSource", ["name": .string(Situation.otherName)])
            }
            let first = call.parameters["next"]?.string.flatMap { Int($0) } ?? 0
            let end = min(count, first + (call.parameters["limit"]?.int ?? 1000))
            var next: [JSON.Member] = end < count ? [.init("next", .string("\(end)"))] : []
            if call.parameters["count"]?.bool == true { next.append(.init("total", .int(count))) }
            let records: JSON = ["cursor": "a.1", "records": .array((first..<end).map(Situation.record))]
            call.reply(.object((records.object ?? []) + next))
        }
        daemon.on("Subscribe") { call in
            call.stream(["event": "subscribed", "cursor": "a.1", "realtimeUSec": 0])
            if Situation.isMeant(call) {
                call.stream([
                    "event": "source", "cursor": "a.1", "realtimeUSec": 0,
                    "source": .string(Situation.source),
                    "runtime": runtime,
                ])
            }
            call.stream(["event": "ready", "cursor": "a.1", "realtimeUSec": 0])
        }
        try daemon.answer("GetStatus", #"{"version": "9", "sources": 1, "records": 0, "counters": {}}"#)
        try daemon.answer("GetHistory", #"{"records": [], "changes": []}"#)
        try daemon.answer("GetOrder", #"{"keys": []}"#)
        try daemon.answer("Search", #"{"records": []}"#)
        try daemon.answer("Nearby", #"{"neighbors": []}"#)
        daemon.on("AddSource") { call in
            call.fail("io.almanac.InvalidSource", ["path": "/", "message": "no source nope"])
        }
    }

    /// Whether a call selects the source.
    @MainActor private static func isMeant(_ call: Call) -> Bool {
        let names = (call.parameters["selector"]?["sources"]?.array ?? []).compactMap(\.string)
        return names.isEmpty || names.contains { $0 == source || $0.contains("*") }
    }

    private static func record(_ number: Int) -> JSON {
        [
            "source": .string(source), "key": .string("\(number)"), "title": "Flood Warning", "generation": 1,
            "realtimeUSec": 0, "data": ["phase": "in force", "severity": "Severe", "event": "Flood Warning"],
        ]
    }

    /// The words of which an answer must have one: it says why it does not say everything.
    package var admissions: [String] {
        switch self {
        case .neverFetched: ["waiting", "no data", "without data"]
        case .failing: ["failing", "answered 503"]
        case .stale: ["stale"]
        case .partial: ["could not be read", "rejects alerts", "1 reject", "unread parts"]
        case .cut: ["of 1,234", "of 1234", "\"next\"", "1,234", "1234"]
        case .skipped: ["no data", "Refresh=soon", "failing"]
        case .unknownName: ["no source", "nope", "no answer"]
        }
    }

    /// The words that an answer must not have: statements that only current and whole data support.
    package static let reassurances = [
        "no warnings", "all well", "no records", "nothing is planned", "all fresh",
    ]
}
