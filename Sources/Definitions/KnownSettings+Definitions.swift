import Alerts
import Places
import Tables

nonisolated extension KnownSettings {
    /// The settings of definitions.
    ///
    /// Source: almanac.source(5), which a test compares with them.
    static let definitions = KnownSettings(sections: [
        ("Source", DefinitionCheck.known), ("Alert", AlertDecoder.settings),
        ("Calendar", ["Window"]),
        ("JSON", ["Header", "KeyedBy", "Layout", "Pointer"]),
        ("Join", JoinFormat.known), ("Mirror", MirrorRule.known), ("Places", PlaceSettings.known),
        (
            "Record",
            [
                "Bar", "Boolean", "Columns", "Decimal", "Group", "Key", "Location", "Map", "Match",
                "MinRecords",
                "Number", "Omit", "Rename", "Require", "Sort", "Time", "TimeFormat", "Title", "Until",
                "Updated", "Where",
            ]
        ),
        (
            "Table",
            [
                "Delimiter", "Duplicate", "Element", "Encoding", "Header", "HeaderContains", "Quote",
                "Ragged",
            ]
        ),
    ])
}
