/// What differs between two JSON objects, member by member.
///
/// Source: RFC 7396; an array is one leaf. No member is null before or after, so that nothing is lost.
public struct MergePatch: Equatable, Sendable {
    /// The patch that turns the old object into the new one; members that go are null.
    public let patch: JSON
    /// The same members as they were before; those that come are null.
    public let previous: JSON
    /// JSON pointers (RFC 6901) of the leaves that differ, in the order of the members.
    public let paths: [String]

    /// Compares two objects.
    public init(from old: JSON, to new: JSON) {
        var paths: [String] = []
        (patch, previous) = MergePatch.compare(old, new, "", &paths)
        self.paths = paths
    }

    /// Whether nothing differs.
    public var isEmpty: Bool { paths.isEmpty }

    /// The JSON pointers of the leaves of a patch.
    public static func paths(of patch: JSON) -> [String] {
        var paths: [String] = []
        collect(patch, "", &paths)
        return paths
    }

    private static func compare(_ old: JSON, _ new: JSON, _ path: String, _ paths: inout [String]) -> (
        JSON, JSON
    ) {
        var (patch, previous): ([JSON.Member], [JSON.Member]) = ([], [])
        for name in names(old, new) {
            let (before, after) = (old[name], new[name])
            guard before != after else { continue }
            let place = path + "/" + escaped(name)
            if case .object? = before, case .object? = after, let before, let after {
                let (inner, was) = compare(before, after, place, &paths)
                patch.append(.init(name, inner))
                previous.append(.init(name, was))
            } else {
                patch.append(.init(name, after ?? .null))
                previous.append(.init(name, before ?? .null))
                paths.append(place)
            }
        }
        return (.object(patch), .object(previous))
    }

    private static func names(_ old: JSON, _ new: JSON) -> [String] {
        let all = (old.object ?? []).map(\.name) + (new.object ?? []).map(\.name)
        let sorted = all.sorted { $0.precedes($1) }
        return sorted.indices.filter { $0 == 0 || !sorted[$0].utf8.elementsEqual(sorted[$0 - 1].utf8) }.map {
            sorted[$0]
        }
    }

    private static func collect(_ value: JSON, _ path: String, _ paths: inout [String]) {
        guard case .object(let members) = value, !members.isEmpty else {
            paths.append(path)
            return
        }
        for member in members { collect(member.value, path + "/" + escaped(member.name), &paths) }
    }

    /// Source: RFC 6901 §3.
    private static func escaped(_ name: String) -> String {
        guard name.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return name }
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case 0x7E: bytes += [0x7E, 0x30]
            case 0x2F: bytes += [0x7E, 0x31]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension JSON {
    /// This value with a merge patch applied: members that are null in the patch go.
    ///
    /// Source: RFC 7396 §2.
    public func patched(with patch: JSON) -> JSON {
        guard case .object(let changes) = patch else { return patch }
        var members = object ?? []
        for change in changes {
            let place = members.firstIndex { $0.name.utf8.elementsEqual(change.name.utf8) }
            switch (place, change.value) {
            case (let place?, .null): members.remove(at: place)
            case (nil, .null): break
            case (let place?, let value): members[place].value = members[place].value.patched(with: value)
            case (nil, let value): members.append(Member(change.name, JSON.null.patched(with: value)))
            }
        }
        return .object(members)
    }
}
