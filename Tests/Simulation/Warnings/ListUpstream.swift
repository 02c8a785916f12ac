import Records

/// A provider like the NWS: a list of the warnings in force, which lacks some or all for minutes, and whose
/// caches send earlier lists.
///
/// Source: PaulVanSchayck/ha-nl-weather issue 107, custom-components/weatheralerts issue 38: empty and
/// partial answers for minutes; answers of twenty minutes earlier.
final class ListUpstream: WarningUpstream {
    /// The time by which an old answer is behind, in seconds.
    private static let age: Int64 = 1200

    let hosts: Set<String> = ["nws.example"]
    let isEndedByAbsence = true
    let warnings: [Warning]
    /// The moments at which the warnings in force change, in order.
    private let changes: [Int64]
    private let emptySpans: ChanceSpans
    private let partialSpans: ChanceSpans
    private let oldSpans: ChanceSpans

    init(from start: Int64, days: Int, _ chance: inout Chance) {
        warnings = Warning.month(from: start, days: days, isEndedByMessage: false, &chance)
        changes = warnings.flatMap { $0.messages.map(\.sent) + [$0.end] }.sorted()
        let month = start..<start + Int64(days) * 86_400
        emptySpans = ChanceSpans(in: month, pause: 42_000, length: 800, &chance)
        partialSpans = ChanceSpans(in: month, pause: 12_000, length: 240, &chance)
        oldSpans = ChanceSpans(in: month, pause: 9000, length: 500, &chance)
    }

    let definition = (
        name: "nws",
        text: """
        [Source]
        Kind=alert
        URL=https://nws.example/active
        Refresh=5min
        [Alert]
        Absence=5min 15min

        """
    )

    func answer(_ request: HTTPRequest, at now: Int64, _ seen: WarningCheck) -> WarningAnswer {
        let isOld = oldSpans.contains(now)
        let time = isOld ? now - ListUpstream.age : now
        var active = warnings.compactMap { $0.current(at: time) }
        if emptySpans.contains(time) {
            active = []
        } else if let number = partialSpans.number(of: time) {
            active = active.filter { ($0.zone + number) % 7 != 0 }
        }
        if !isOld { seen.listed(active, by: self, at: now) }
        let updated = changes.last { $0 <= time } ?? time
        let list: JSON = [
            "type": "FeatureCollection", "updated": .string(UTC(seconds: updated).description),
            "features": .array(active.map(\.feature)),
        ]
        var writer = JSONWriter()
        writer.value(list)
        let tag = active.map(\.identifier).joined(separator: ",") + "-\(updated)"
        return WarningAnswer(writer.finish(), tag: tag, "application/geo+json", for: request)
    }
}
