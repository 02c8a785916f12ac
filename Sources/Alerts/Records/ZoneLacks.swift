import Decoding
import Records

/// A code of a zone with the name of its table, such as `EMMA_ID` and `FR101`.
struct ZoneCode: Hashable {
    let name: String
    let text: String
}

/// The areas of the codes of one area of an alert.
struct ZoneResolution {
    /// The codes with their areas, in the order of the document.
    private(set) var areas: [(code: ZoneCode, area: GeoArea)] = []
    /// The codes without an area that may be used.
    private(set) var lacking: [ZoneCode] = []
    /// The codes among them that stand for several areas.
    private(set) var ambiguous: [ZoneCode] = []

    /// Adds a code.
    mutating func add(_ code: ZoneCode, _ area: ZoneArea) {
        switch area {
        case .known(let area): areas.append((code, area))
        case .unknown: lacking.append(code)
        case .ambiguous:
            lacking.append(code)
            ambiguous.append(code)
        }
    }
}

/// The codes of a document's alerts whose areas are not known.
struct ZoneLacks {
    private var unknown: Set<ZoneCode> = []
    private var ambiguous: Set<ZoneCode> = []

    /// Adds the codes of an area.
    mutating func add(_ found: ZoneResolution) {
        ambiguous.formUnion(found.ambiguous)
        unknown.formUnion(found.lacking.filter { !found.ambiguous.contains($0) })
    }

    /// The names of the codes.
    var names: Set<String> { Set(unknown.union(ambiguous).map(\.name)) }

    /// Returns the remarks on the codes.
    ///
    /// - Parameter empty: The sources that could have their areas and have no records.
    /// - Returns: The remarks; empty if all areas are known.
    func notes(empty: [String]) -> [String] {
        var notes: [String] = []
        if !unknown.isEmpty {
            let verb = unknown.count == 1 ? "code of a zone has" : "codes of zones have"
            notes.append("\(unknown.count) \(verb) no area (\(ZoneLacks.summary(of: unknown)))")
        }
        if !ambiguous.isEmpty {
            let (one, many) = ("code of a zone stands", "codes of zones stand")
            notes.append(
                "\(ambiguous.count) \(ambiguous.count == 1 ? one : many) for several areas, not used "
                    + "(\(ZoneLacks.summary(of: ambiguous)))")
        }
        notes += empty.map { "places are not compared: \($0) has no data" }
        return notes
    }

    /// Returns the numbers of codes by their name, each with the first code: `EMMA_ID: 12, such as HR018`.
    private static func summary(of codes: Set<ZoneCode>) -> String {
        let groups = Dictionary(grouping: codes, by: \.name).sorted { $0.key.precedes($1.key) }
        return groups.map { name, codes in
            let first = codes.map(\.text).min { $0.precedes($1) } ?? ""
            return codes.count == 1 ? "\(name): \(first)" : "\(name): \(codes.count), such as \(first)"
        }.joined(separator: "; ")
    }
}
