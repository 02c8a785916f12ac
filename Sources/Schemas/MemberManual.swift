/// The members of all kinds as a section of a manual page, in the macros of mdoc(7).
package enum MemberManual {
    /// The lines of the section, without its heading.
    package static var lines: [String] {
        Schema.all.flatMap { schema -> [String] in
            var manual = KindManual()
            manual.add(schema.members, at: "")
            return [".Ss \(schema.kind)", ".Bl -tag -width indent -compact"] + manual.lines + [".El"]
        }
    }
}

/// The lines of one kind.
private struct KindManual {
    var lines: [String] = []
    /// The path at which each list of members was described first, by the names of the members.
    private var known: [String: String] = [:]

    /// Describes members and what they contain; a list of members that was described before is referred to.
    mutating func add(_ members: [Member], at path: String) {
        for member in members {
            let place = path.isEmpty ? member.name : "\(path).\(member.name)"
            lines.append(".It Va \(place) Pq \(KindManual.facts(of: member))")
            let inner = member.type.members
            let names = KindManual.names(inner)
            let first = inner.isEmpty ? nil : known[names]
            lines.append(KindManual.sentence(member, as: first))
            guard first == nil, !inner.isEmpty else { continue }
            let next = KindManual.isObject(member.type) ? place : place + ".*"
            known[names] = next
            add(inner, at: next)
        }
    }

    private static func isObject(_ type: MemberType) -> Bool {
        if case .object = type { true } else { false }
    }

    /// The names of members at any depth, as one text.
    private static func names(_ members: [Member]) -> String {
        members.map { "\($0.name)(\(names($0.type.members)))" }.joined(separator: " ")
    }

    private static func facts(of member: Member) -> String {
        let facts = [member.type.words, member.unit, member.isRequired ? "always" : nil]
        return escaped(facts.compactMap(\.self).joined(separator: ", "))
    }

    private static func sentence(_ member: Member, as first: String?) -> String {
        let choices = member.choices.count < 2 ? member.choices : Array(member.choices.dropLast())
        let last = member.choices.count < 2 ? "" : " or \(member.choices[member.choices.count - 1])"
        let words = choices.isEmpty ? "" : ": \(choices.joined(separator: ", "))\(last)"
        let members = first.map { "; with the members of \($0)" } ?? ""
        return escaped(member.meaning + words + members) + "."
    }

    private static let escapes: [Unicode.Scalar: String] = ["\\": "\\e", "°": "\\(de", "–": "\\(en"]

    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { escapes[$0] ?? String($0) }.joined()
    }
}
