import Records

/// The shapes of the last documents of a source, and how the newest differs from them: drift.
nonisolated struct ShapeMemory: Hashable, Sendable {
    /// How many documents are remembered, and for how many more drift is listed.
    static let depth = 10

    private var shapes: [Shape] = []
    private var left: [String: Int] = [:]

    /// Remembers nothing yet.
    init() {}

    /// What differs, as it is listed, sorted.
    var drift: [String] { left.keys.sorted { $0.precedes($1) } }

    /// Takes the shape of the next document.
    ///
    /// - Parameter shape: One with members; a document without records has none and says nothing.
    /// - Returns: What differs from the documents before and was not told yet, sorted.
    mutating func take(_ shape: Shape) -> [String] {
        guard !shape.members.isEmpty else { return [] }
        let found = differences(shape)
        let fresh = found.filter { left[$0] == nil }
        left = left.compactMapValues { $0 > 1 ? $0 - 1 : nil }
        for text in found { left[text] = ShapeMemory.depth }
        shapes = (shapes + [shape]).suffix(ShapeMemory.depth)
        return fresh
    }

    private func differences(_ shape: Shape) -> [String] {
        let (members, before) = (shape.members, shapes.map(\.members))
        guard let first = before.first else { return [] }
        let known = before.dropFirst().reduce(first) { $0.merging($1) { $0.union($1) } }
        let constant = before.dropFirst().reduce(Set(first.keys)) { $0.intersection($1.keys) }
        let new = members.keys.filter { known[$0] == nil }.map { "\($0) is new" }
        let gone = constant.filter { members[$0] == nil }.map { "\($0) is gone" }
        let other = members.compactMap { name, types -> String? in
            guard let before = known[name], !types.isSubset(of: before) else { return nil }
            let now = types.subtracting(before).sorted().joined(separator: " or ")
            return "\(name) is \(now), was \(before.sorted().joined(separator: " or "))"
        }
        return (new + gone + other).sorted { $0.precedes($1) }
    }
}

nonisolated extension ShapeMemory {
    /// Reads what `bytes` wrote; anything else is no memory.
    init(_ bytes: [UInt8]?) {
        // What cannot be read is forgotten: the next documents make it anew.
        guard let bytes, let json = try? JSON(parsing: bytes) else { return }
        shapes = (json["shapes"]?.array ?? []).map { shape in
            let members = (shape.object ?? []).map {
                ($0.name, Set($0.value.array?.compactMap(\.string) ?? []))
            }
            return Shape(members: Dictionary(members, uniquingKeysWith: { $1 }))
        }
        let drift = (json["drift"]?.object ?? []).compactMap { member in
            member.value.int.map { (member.name, $0) }
        }
        left = Dictionary(drift, uniquingKeysWith: { $1 })
    }

    /// The memory as it is kept.
    var bytes: [UInt8] {
        let shapes = shapes.map { shape in
            JSON.object(shape.members.map { .init($0, .array($1.sorted().map(JSON.string))) })
        }
        return JSON.members([
            "shapes": .array(shapes), "drift": .object(left.map { .init($0, .int($1)) }),
        ]).canonicalBytes
    }
}
