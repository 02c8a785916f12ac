import Decoding
import Records

/// The shapes of the last documents of a source, and the differences of the newest from them: the drift.
nonisolated struct ShapeHistory: Hashable, Sendable {
    /// The number of documents that the newest one is compared with: a difference that lasts is listed for as
    /// many further documents.
    static let depth = 10

    /// The maximum number of names in `seen`.
    private static let maximumSeen = 2000

    /// The single document from which a member, or a type of its values, occurs or no longer occurs.
    private struct Occurrence {
        /// The index of that document.
        let start: Int
        /// Whether it occurs from there on.
        let isPresent: Bool

        /// Creates the occurrence in documents, from the oldest to the newest; `nil` unless it changed
        /// exactly once.
        init?(_ presence: [Bool]) {
            guard let last = presence.last, let before = presence.lastIndex(of: !last) else { return nil }
            guard presence[...before].allSatisfy({ $0 != last }) else { return nil }
            start = before + 1
            isPresent = last
        }
    }

    /// The names of all members that a document has had.
    private(set) var seen: Set<String> = []
    /// The members of the documents with their types, from the oldest to the newest.
    private var shapes: [[String: Set<String>]] = []

    /// Creates an empty memory.
    init() {}

    /// The documents that the next one is compared with; `nil` if there are none yet.
    var comparison: NameComparison? {
        guard let last = shapes.last else { return nil }
        return NameComparison(documents: shapes.count, learning: 2, names: last.count)
    }

    /// Returns the differences of the newest document from those before, sorted. A difference is listed as
    /// long as the documents have it: no longer once a document is again like those before it.
    ///
    /// - Parameter known: The members whose differences are left out.
    /// - Returns: The differences in words.
    func drift(except known: KnownNames) -> [String] {
        let names = shapes.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        return names.filter { !known.contains($0) }.flatMap(differences).sorted { $0.precedes($1) }
    }

    /// Adds the shape of the next document.
    ///
    /// - Parameters:
    ///   - shape: The shape; it is ignored if the document has no records.
    ///   - known: The members whose differences are left out.
    /// - Returns: The differences that were not listed before, sorted.
    mutating func add(_ shape: DocumentShape, except known: KnownNames) -> [String] {
        guard !shape.members.isEmpty else { return [] }
        if seen.count < ShapeHistory.maximumSeen { seen.formUnion(shape.members.keys) }
        let listed = Set(drift(except: known))
        shapes = (shapes + [shape.members]).suffix(ShapeHistory.depth + 1)
        return drift(except: known).filter { !listed.contains($0) }
    }

    private func differences(of name: String) -> [String] {
        let types = shapes.map { $0[name] }
        let presence = Occurrence(types.map { $0 != nil })
        let change = presence.map { "\(name) is \($0.isPresent ? "new" : "gone")" }
        return [change, typeDifference(of: name, types)].compactMap(\.self)
    }

    private func typeDifference(of name: String, _ types: [Set<String>?]) -> String? {
        let new = (types.last ?? nil)?.filter { type in
            guard let change = Occurrence(types.map { $0?.contains(type) ?? false }) else { return false }
            return types[..<change.start].contains { $0 != nil }
        }
        guard let new, !new.isEmpty else { return nil }
        let all = types.reduce(into: Set<String>()) { $0.formUnion($1 ?? []) }
        return "\(name) is \(words(new)), was \(words(all.subtracting(new)))"
    }

    private func words(_ types: Set<String>) -> String { types.sorted().joined(separator: " or ") }
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
            return Dictionary(members, uniquingKeysWith: { $1 })
        }
        seen = Set(json["seen"]?.array?.compactMap(\.string) ?? shapes.flatMap(\.keys))
    }

    /// The memory in its stored encoding.
    var bytes: [UInt8] {
        let shapes = shapes.map { members in
            JSON.object(members.map { .init($0, .array($1.sorted().map(JSON.string))) })
        }
        return JSON.members([
            "shapes": .array(shapes), "seen": .array(seen.sorted().map(JSON.string)),
        ]).canonicalBytes
    }
}
