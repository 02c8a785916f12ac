import AlmanacValues
import Records
import Showing

/// The attributes of an entity in Home Assistant: all warnings, with fewer details the more they are.
///
/// Source: Home Assistant's recorder stores no attributes above 16 kB; a page with many entities needs small
/// ones.
nonisolated struct WarningAttributes {
    /// The maximum size of the attributes as JSON, in bytes.
    static let mostBytes = 3000
    /// The most reasons why there may be other warnings, and the length of each.
    private static let mostGaps = 4
    private static let longestGap = 160

    /// The attributes.
    let json: JSON

    /// Makes the attributes of a state.
    ///
    /// - Parameters:
    ///   - state: The state.
    ///   - age: The age of the warnings in seconds, if they are not current; `nil` if they are, or it is not
    ///     known.
    init(_ state: WarningState, age: Int?) {
        let warnings = state.inForce.map { ($0, "in force") } + state.announced.map { ($0, "announced") }
        let members = [
            JSON.Member("age", age.map { .int($0) } ?? .null),
            JSON.Member("not_compared", state.uncompared > 0 ? .int(state.uncompared) : .null),
            JSON.Member("unknown", state.isComplete ? .null : WarningAttributes.unknown(state.gaps)),
        ].filter { !$0.value.isNull }
        for detail in Detail.allCases {
            let list = warnings.map { WarningAttributes.entry($0.0, phase: $0.1, detail) }
            let whole = JSON.object([JSON.Member("warnings", .array(list))] + members)
            if whole.bytes.count <= WarningAttributes.mostBytes {
                json = whole
                return
            }
        }
        let list = warnings.map { WarningAttributes.entry($0.0, phase: $0.1, .least) }
        json = WarningAttributes.cut(list, members)
    }

    /// Returns why there may be other warnings, in words.
    private static func unknown(_ gaps: [Gap]) -> JSON {
        let words = gaps.prefix(mostGaps).map { short("\($0.source): \($0.words())", longestGap) }
        let more = gaps.count - words.count
        return .array((words + (more > 0 ? ["and \(more) more"] : [])).map(JSON.string))
    }

    /// The details of each warning.
    private enum Detail: CaseIterable {
        case all, some, few, least
    }

    private static func entry(_ warning: Warning, phase: String, _ detail: Detail) -> JSON {
        let headline = warning.item.data["headline"]?.string
        let area = warning.area
        return JSON.members([
            "event": .string(short(warning.event, detail == .all ? 200 : detail == .least ? 30 : 60)),
            "level": .string(warning.severity.name), "phase": .string(phase),
            "onset": detail == .least && phase == "in force"
                ? nil : warning.begins.map { .string($0.description) },
            "ends": warning.ends.map { .string($0.description) },
            "area": detail == .all
                ? area.map { .string(short($0, 300)) }
                : detail == .some ? area.map { .string(short($0, 60)) } : nil,
            "headline": detail == .all ? headline.map { .string(short($0, 300)) } : nil,
            "source": detail == .all ? .string(warning.item.source) : nil,
        ])
    }

    /// Returns as many entries as there is room for, and the number of the others.
    private static func cut(_ list: [JSON], _ members: [JSON.Member]) -> JSON {
        var kept: [JSON] = []
        // The name, the brackets and the number of the others.
        var size = 64 + JSON.object(members).bytes.count
        for entry in list {
            size += entry.bytes.count + 1
            guard size <= mostBytes else { break }
            kept.append(entry)
        }
        let more = JSON.Member("more", .int(list.count - kept.count))
        return .object([JSON.Member("warnings", .array(kept)), more] + members)
    }

    /// Returns the beginning of a text, with an ellipsis if it is longer.
    private static func short(_ text: String, _ count: Int) -> String {
        text.count <= count ? text : text.prefix(count - 1) + "…"
    }
}
