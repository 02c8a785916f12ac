public import Records

/// A source with the areas of zones, whose keys are their codes.
public struct ZoneTable: Hashable, Sendable {
    /// The name of the source, such as `zones-europe`.
    public let source: String
    /// The name that documents give to its codes, such as `EMMA_ID`; `nil` if codes of any name are looked
    /// up.
    public let scheme: String?

    /// Reads a word of `Zones=`: `SOURCE`, or `SCHEME:SOURCE`.
    ///
    /// - Returns: `nil` if it is neither.
    public init?(_ word: String) {
        if SourceName(word) != nil {
            source = word
            scheme = nil
            return
        }
        let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, SourceName(String(parts[1])) != nil else { return nil }
        source = String(parts[1])
        scheme = String(parts[0])
    }

    /// Whether codes of a name are looked up in this table; the case of ASCII letters does not count.
    public func accepts(_ name: String) -> Bool {
        scheme.map { $0.utf8.elementsEqual(name.utf8, by: { $0.lowercased == $1.lowercased }) } ?? true
    }
}

/// The result of looking up a zone.
public enum ZoneArea: Hashable, Sendable {
    /// The table has its area.
    case known(GeoArea)
    /// The table does not have it, or without an area.
    case unknown
    /// The table has several areas of one code, none of which may be chosen.
    case ambiguous
}

/// The tables with the areas of zones, the preferred first.
public struct ZoneTables {
    /// The tables.
    public let tables: [ZoneTable]
    /// Returns the area of a code in a source.
    public let find: (_ code: String, _ source: String) -> ZoneArea
    /// Whether a source has no records.
    public let isEmpty: (_ source: String) -> Bool

    /// Makes tables of functions that read them.
    public init(
        _ tables: [ZoneTable], find: @escaping (_ code: String, _ source: String) -> ZoneArea,
        isEmpty: @escaping (_ source: String) -> Bool
    ) {
        self.tables = tables
        self.find = find
        self.isEmpty = isEmpty
    }
}
