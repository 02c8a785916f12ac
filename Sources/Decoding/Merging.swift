public import Records

/// How records of one key in one document become one.
public enum Merging: Hashable, Sendable {
    /// The first counts; what later ones hold otherwise is kept under `alternatives`, member by member.
    case firstWins
    /// The last counts.
    case lastWins
    /// The one with the greatest text in a member counts, such as the latest `time`; of equals the last.
    case greatestWins(member: String)

    /// Joins two records of the same key.
    ///
    /// - Parameters:
    ///   - earlier: The one that stands first in the document.
    ///   - later: The one that stands behind it.
    /// - Returns: The record that counts, with the key that both have.
    public func merge(_ earlier: Record, _ later: Record) -> Record {
        switch self {
        case .firstWins: Alternatives.keep(earlier, later)
        case .lastWins: later
        case .greatestWins(let member):
            text(member, later).precedes(text(member, earlier)) ? earlier : later
        }
    }

    /// A record's data that is no JSON has no members.
    private func text(_ member: String, _ record: Record) -> String {
        guard let data = try? JSON(parsing: record.data) else { return "" }
        return data[member]?.string ?? ""
    }
}

/// The first record with what others of its key say otherwise.
private enum Alternatives {
    static let name = "alternatives"

    static func keep(_ first: Record, _ other: Record) -> Record {
        // Data that is no JSON object has no members to keep.
        guard let base = try? JSON(parsing: first.data), let more = try? JSON(parsing: other.data),
            var members = base.object, let others = more.object
        else { return first }
        var kept = base[name]?.object ?? []
        for member in others where member.name != name && base[member.name] != member.value {
            if base[member.name] == nil {
                members.append(member)
            } else {
                add(member, to: &kept)
            }
        }
        members.removeAll { $0.name == name }
        if !kept.isEmpty { members.append(.init(name, .object(kept))) }
        var joined = first
        joined.data = JSON.object(members).canonicalBytes
        return joined
    }

    private static func add(_ member: JSON.Member, to kept: inout [JSON.Member]) {
        guard let place = kept.firstIndex(where: { $0.name.utf8.elementsEqual(member.name.utf8) }) else {
            kept.append(.init(member.name, .array([member.value])))
            return
        }
        let values = kept[place].value.array ?? []
        if !values.contains(member.value) { kept[place].value = .array(values + [member.value]) }
    }
}
