import Definitions
import Records
import Refreshing
import Varlink

/// Checks of the names in conditions.
extension Interface {
    /// Continues unless a call is strict and its conditions name a member that no record of the selected
    /// sources can have or has had; then the call fails.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - selector: The selector of the call.
    ///   - then: Called if all names are known.
    func check(_ call: Call, _ selector: Selector, then: @escaping () -> Void) {
        guard call.parameters["strict"]?.bool == true, !selector.tested.isEmpty else { return then() }
        let names = sources.names(wantedBy: selector)
        let members = sources.members(of: names)
        let unknown = selector.tested.filter { !members.knows($0.field) }
        guard !unknown.isEmpty else { return then() }
        run(MemberQuery(unknown.map(\.field), in: names), for: call, .searching) { missing in
            guard let first = unknown.first(where: { missing.fields.contains($0.field) }) else {
                return then()
            }
            var known = members
            known.add(missing.members)
            call.fail(
                "io.almanac.InvalidSelector",
                [
                    "path": .string("/selector/where/\(first.condition)"),
                    "message": .string(Interface.complaint(first.field, among: known, in: names)),
                ])
        }
    }

    /// Returns a warning for each name in a selector that no record of its sources can have or has had.
    func warnings(about selector: Selector) -> [String] {
        let fields = selector.tested.map(\.field) + selector.reported
        guard !fields.isEmpty else { return [] }
        let names = sources.names(wantedBy: selector)
        let members = sources.members(of: names)
        return fields.filter { !members.knows($0) }.map {
            Interface.complaint($0, among: members, in: names)
        }
    }

    private static func complaint(_ field: FieldPath, among known: MemberNames, in names: [String]) -> String
    {
        let place = names.count == 1 ? names[0] : "these sources"
        return "no record of \(place) has \"\(field)\"\(known.suggestion(for: field))"
    }
}
