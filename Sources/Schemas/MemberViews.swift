package import Records

/// The views that show numbers on their own, beside those that show whole records.
package struct MemberViews: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A metric of Prometheus.
    package static let metric = MemberViews(rawValue: 1 << 0)
    /// A sensor of each station or place in Home Assistant.
    package static let sensor = MemberViews(rawValue: 1 << 1)
    /// A chart on the page of an airport.
    package static let chart = MemberViews(rawValue: 1 << 2)
    /// A row on the page of a report.
    package static let row = MemberViews(rawValue: 1 << 3)
    /// All of them.
    package static let all: MemberViews = [.metric, .sensor, .chart, .row]
}

/// A member that a view shows on its own.
package struct ViewedMember: Sendable {
    /// The place of the member in the data.
    package let path: FieldPath
    /// The member.
    package let member: Member

    /// Another name than that of the path, such as `feels_like`; `nil` for none.
    private let name: String?

    /// Makes a member at a path; the words of its name are those of the path unless a name is given.
    package init(path: FieldPath, member: Member, name: String? = nil) {
        self.path = path
        self.member = member
        self.name = name
    }

    /// The objects whose names are left out of the names of their members.
    private static let unnamedObjects: Set<String> = ["current", "remarks"]

    /// The words of the name, in lower case: `wind.gust` is `wind`, `gust`.
    package var words: [String] {
        name?.split(separator: "_").map(String.init)
            ?? path.steps.filter { !ViewedMember.unnamedObjects.contains($0) }.flatMap(\.words)
    }

    /// The name of a metric or sensor: `wind_gust`.
    package var identifier: String { words.joined(separator: "_") }

    /// The name for users: `Wind gust`.
    package var title: String { words.title }
}

extension Schema {
    /// Returns the members that a view shows on their own, with those in objects, in the order of their
    /// names; `inside` is the path of an object that contains them all.
    package func members(in view: MemberViews, inside object: String? = nil) -> [ViewedMember] {
        let members = object.flatMap { self.members.named($0)?.type.members } ?? members
        return Schema.members(members, in: view, at: object.map { $0 + "." } ?? "")
    }

    private static func members(_ members: [Member], in view: MemberViews, at start: String) -> [ViewedMember]
    {
        members.flatMap { member -> [ViewedMember] in
            let path = start + member.name
            if case .object(let parts) = member.type { return self.members(parts, in: view, at: path + ".") }
            return member.views.contains(view) ? [ViewedMember(path: FieldPath(path), member: member)] : []
        }
    }
}
