public import Records

/// The rule that merges records with the same key in one document.
public enum Merging: Hashable, Sendable {
    /// The first record counts; different values of later ones are stored in its member `alternatives`.
    case firstWins
    /// The last record counts.
    case lastWins
    /// The record with the greatest text in a member counts, such as the latest `time`; the last of equal
    /// ones.
    case greatestWins(member: String)
    /// The newest report of the station counts; see `ReportOrder`.
    case newestReport

    /// Merges two records with the same key.
    ///
    /// - Parameters:
    ///   - earlier: The record that comes first in the document.
    ///   - later: The record that comes later in the document.
    /// - Returns: The record that counts, with the common key.
    public func merge(_ earlier: Record, with later: Record) -> Record {
        switch self {
        case .firstWins: Alternatives.keep(earlier, over: later)
        case .lastWins: later
        case .greatestWins(let member):
            text(member, record: later).precedes(text(member, record: earlier)) ? earlier : later
        case .newestReport: ReportOrder().judge(later, over: earlier).record
        }
    }

    /// Whether the time that decides between two records is later than a moment; never if none decides.
    public func isGreater(_ record: Record, than moment: UTC) -> Bool {
        guard case .greatestWins(let member) = self else { return false }
        return moment.description.precedes(text(member, record: record))
    }

    /// Returns the text of a member; empty if the data is not JSON or lacks the member.
    private func text(_ member: String, record: Record) -> String {
        guard let data = try? JSON(parsing: record.data) else { return "" }
        return data[member]?.string ?? ""
    }
}

/// Merging that keeps the first record with the different values of others.
private enum Alternatives {
    static let name = "alternatives"

    static func keep(_ first: Record, over other: Record) -> Record {
        // Data that is not a JSON object has no members to keep.
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
