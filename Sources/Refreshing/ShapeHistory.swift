import Records

/// The shapes of the last documents of a source, and the differences of the newest from them: the drift.
nonisolated struct ShapeHistory: Hashable, Sendable {
    /// The number of documents remembered, and the number of further documents for which drift is listed.
    static let depth = 10

    /// The maximum number of names in `seen`.
    private static let maximumSeen = 2000

    /// The names of all members that a document has had.
    private(set) var seen: Set<String> = []
    private var shapes: [DocumentShape] = []
    private var left: [String: Int] = [:]

    /// Creates an empty memory.
    init() {}

    /// The differences to list, sorted.
    var drift: [String] { left.keys.sorted { $0.precedes($1) } }

    /// Adds the shape of the next document.
    ///
    /// - Parameter shape: The shape; it is ignored if the document has no records.
    /// - Returns: The differences from earlier documents that were not returned yet, sorted.
    mutating func take(_ shape: DocumentShape) -> [String] {
        guard !shape.members.isEmpty else { return [] }
        if seen.count < ShapeHistory.maximumSeen { seen.formUnion(shape.members.keys) }
        let found = differences(shape)
        let fresh = found.filter { left[$0] == nil }
        left = left.compactMapValues { $0 > 1 ? $0 - 1 : nil }
        for text in found { left[text] = ShapeHistory.depth }
        shapes = (shapes + [shape]).suffix(ShapeHistory.depth)
        return fresh
    }

    private func differences(_ shape: DocumentShape) -> [String] {
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

nonisolated extension ShapeHistory {
    /// Reads the encoding of `bytes`; any other input results in an empty memory.
    init(_ bytes: [UInt8]?) {
        // A memory that cannot be read is discarded: the next documents rebuild it.
        guard let bytes, let json = try? JSON(parsing: bytes) else { return }
        shapes = (json["shapes"]?.array ?? []).map { shape in
            let members = (shape.object ?? []).map {
                ($0.name, Set($0.value.array?.compactMap(\.string) ?? []))
            }
            return DocumentShape(members: Dictionary(members, uniquingKeysWith: { $1 }))
        }
        let drift = (json["drift"]?.object ?? []).compactMap { member in
            member.value.int.map { (member.name, $0) }
        }
        left = Dictionary(drift, uniquingKeysWith: { $1 })
        seen = Set(json["seen"]?.array?.compactMap(\.string) ?? shapes.flatMap(\.members.keys))
    }

    /// The memory in its stored encoding.
    var bytes: [UInt8] {
        let shapes = shapes.map { shape in
            JSON.object(shape.members.map { .init($0, .array($1.sorted().map(JSON.string))) })
        }
        return JSON.members([
            "shapes": .array(shapes), "drift": .object(left.map { .init($0, .int($1)) }),
            "seen": .array(seen.sorted().map(JSON.string)),
        ]).canonicalBytes
    }
}
