/// The members of the data of a kind's records, in the order of their names.
///
/// Everything that names members, types or units of records derives it from here: suggestions,
/// DescribeSource, almanac.source(5), metrics, sensors and charts.
package struct Schema: Sendable {
    /// The kind of the records: `Kind=` of their source.
    package let kind: String
    /// The members.
    package let members: [Member]
    /// Whether documents can add members that are not declared.
    package let isOpen: Bool

    /// Creates the schema of a kind.
    init(_ kind: String, isOpen: Bool = false, _ members: [Member]) {
        self.kind = kind
        self.members = members.inOrder
        self.isOpen = isOpen
    }

    /// All schemas, in the order of the manual page.
    package static let all = [
        metar, taf, winds, report, forecast, sigmet, pirep, alert, feed, calendar, places,
    ]

    /// Returns the schema of a kind.
    ///
    /// - Parameter kind: The name of the kind.
    /// - Returns: Its schema; `nil` if definitions decide which members records have, as with tables.
    package static func of(kind: String) -> Schema? { all.first { $0.kind == kind } }

    /// The type of the data.
    package var type: MemberType { .object(members) }

    /// Returns the member at a path, such as `["wind", "gust"]`; `nil` if none is declared there.
    package func member(at path: [String]) -> Member? { type.member(at: path[...]) }

    /// Whether the data can have something at a path; the index of a list may be omitted.
    package func canHave(_ path: [String]) -> Bool {
        type.canHave(path[...]) || isOpen && members.named(path.first ?? "") == nil
    }

    /// The names of all members at any depth, except those that are values themselves, such as runways.
    package var names: Set<String> { Schema.names(members) }

    private static func names(_ members: [Member]) -> Set<String> {
        members.reduce(into: []) { names, member in
            names.insert(member.name)
            names.formUnion(Schema.names(member.type.members))
        }
    }
}
