import Records

/// The application of a patch.
///
/// Source: RFC 7396 §2.
enum MergePatch {
    static func apply(_ patch: JSON, to target: JSON) -> JSON {
        guard let changes = patch.object else { return patch }
        var members: [(name: String, value: JSON)] = (target.object ?? []).map { ($0.name, $0.value) }
        for change in changes {
            let old = members.first { $0.name == change.name }?.value
            members.removeAll { $0.name == change.name }
            guard change.value != .null else { continue }
            members.append((change.name, apply(change.value, to: old ?? .null)))
        }
        return .object(members.map { JSON.Member($0.name, $0.value) })
    }
}
