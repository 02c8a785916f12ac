/// The difference between two JSON objects, member by member.
///
/// Source: RFC 7396. An array is a single leaf. Records have no null members, so the patch loses nothing.
public struct MergePatch: Equatable, Sendable {
    /// The maximum size of the pointers to all leaves; larger ones are replaced by pointers to
    /// the top-level members.
    ///
    /// Without a limit a long name over many leaves makes the pointers larger than the patch by any factor.
    static let longestPaths = 256 << 10

    /// The patch that turns the old object into the new one; removed members are null.
    public let patch: JSON
    /// The same members with their previous values; added members are null.
    public let previous: JSON

    /// Creates the difference between two objects.
    public init(from old: JSON, to new: JSON) {
        let difference = MergePatch.compare(old, with: new)
        patch = difference.patch
        previous = difference.previous
    }

    /// Whether the objects are equal.
    public var isEmpty: Bool { patch.object?.isEmpty ?? true }

    /// JSON pointers (RFC 6901) of the leaves that differ, as `paths(of:)` gives them.
    public var paths: [String] { isEmpty ? [] : MergePatch.paths(of: patch) }

    /// Returns the JSON pointers of the leaves of a patch, or of its top-level members if those
    /// exceed 256 KiB.
    public static func paths(of patch: JSON) -> [String] {
        var paths: [String] = []
        let isShort = length(of: patch, below: 0) <= longestPaths
        collect(patch, path: "", levels: isShort ? .max : 1, paths: &paths)
        return paths
    }

    /// Returns the size of the pointers to all leaves.
    private static func length(of value: JSON, below length: Int) -> Int {
        guard case .object(let members) = value, !members.isEmpty else { return length }
        return members.reduce(0) { sum, member in
            min(
                sum + self.length(of: member.value, below: length + 1 + member.name.utf8.count),
                longestPaths + 1)
        }
    }

    private static func compare(_ old: JSON, with new: JSON) -> (patch: JSON, previous: JSON) {
        var patch: [JSON.Member] = []
        var previous: [JSON.Member] = []
        for (name, before, after) in pairs(of: old, and: new) {
            if let before, let after, before.object != nil, after.object != nil {
                let inner = compare(before, with: after)
                guard inner.patch.object?.isEmpty == false else { continue }
                patch.append(.init(name, inner.patch))
                previous.append(.init(name, inner.previous))
            } else if before != after {
                patch.append(.init(name, after ?? .null))
                previous.append(.init(name, before ?? .null))
            }
        }
        return (.object(patch), .object(previous))
    }

    /// The members of two objects, those of one name together, in the order of the names;
    /// in less than quadratic time.
    private static func pairs(of old: JSON, and new: JSON) -> [(name: String, before: JSON?, after: JSON?)] {
        var old = (old.object ?? []).sortedByName[...]
        var new = (new.object ?? []).sortedByName[...]
        var pairs: [(String, JSON?, JSON?)] = []
        while let first = old.first ?? new.first {
            let isOld =
                old.first.map { old in new.first.map { !$0.name.precedes(old.name) } ?? true } ?? false
            let isNew =
                new.first.map { new in old.first.map { !$0.name.precedes(new.name) } ?? true } ?? false
            let name = isOld ? first.name : new.first?.name ?? first.name
            pairs.append((name, isOld ? old.popFirst()?.value : nil, isNew ? new.popFirst()?.value : nil))
        }
        return pairs
    }

    private static func collect(_ value: JSON, path: String, levels: Int, paths: inout [String]) {
        guard case .object(let members) = value, !members.isEmpty, levels > 0 else {
            paths.append(path)
            return
        }
        for member in members {
            let place = path + "/" + escaped(member.name)
            collect(member.value, path: place, levels: levels - 1, paths: &paths)
        }
    }

    /// Source: RFC 6901 §3.
    private static func escaped(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == .tilde || $0 == .slash }) else { return name }
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case .tilde: bytes += [.tilde, UInt8(ascii: "0")]
            case .slash: bytes += [.tilde, UInt8(ascii: "1")]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSON {
    /// Up to this many changes, a search for each is faster than a table of the members.
    private static let few = 16

    /// Returns this value with a merge patch applied: members that are null in the patch are removed.
    ///
    /// Source: RFC 7396 §2.
    public func patched(with patch: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        let members = object ?? []
        var places: [[UInt8]: Int] = [:]
        if changes.count > JSON.few {
            for (place, member) in members.enumerated() { places[Array(member.name.utf8)] = place }
        }
        var patched: [Member?] = members
        for change in changes {
            let place =
                places.isEmpty
                ? members.firstIndex { $0.isNamed(change.name) } : places[Array(change.name.utf8)]
            let value = (place.map { members[$0].value } ?? .null).patched(with: change.value)
            let member = change.value.isNull ? nil : Member(change.name, value)
            if let place { patched[place] = member } else if member != nil { patched.append(member) }
        }
        return .object(patched.compactMap { $0 })
    }
}
