package import AlmanacValues
package import Records

/// A change within a period of a forecast: temporary, probable, gradual, or at an unknown time.
package struct ForecastChange {
    /// The name without a time: `at times`, `30 % at times`, `40 %`, `becoming`, `from then on`, or `change
    /// not understood`.
    package let shortName: String
    /// Whether it is unknown when the change comes.
    let isUnplaced: Bool
    /// The conditions.
    package let data: JSON
    private let groups: [JSON]

    /// Makes a change of a group or an overlay, which have the same members.
    init(_ data: JSON, groups: [JSON], isUnplaced: Bool = false) {
        shortName = ForecastChange.name(data)
        self.isUnplaced = isUnplaced || data.lacks(.time)
        self.data = data
        self.groups = groups
    }

    /// Makes a gradual change.
    init(becoming data: JSON, groups: [JSON]) {
        shortName = "becoming"
        isUnplaced = false
        self.data = data
        self.groups = groups
    }

    /// Returns the groups of a forecast whose validity was not understood, so that it has no periods.
    package static func unplaced(_ item: Item) -> [ForecastChange] {
        guard (item.data[.timeline]?.array ?? []).isEmpty else { return [] }
        return (item.data[.groups]?.array ?? []).map { group in
            ForecastChange(group, groups: [group], isUnplaced: item.data.lacks(.time))
        }
    }

    /// The name with what is unknown of the time: `at times, time not understood`.
    package var name: String { ([shortName] + doubts).joined(separator: ", ") }

    /// The unknown part of the time: `time not understood`; empty if nothing is.
    var doubts: [String] { isUnplaced ? ["time not understood"] : [] }

    /// Returns what else the forecast states of the change, as `ForecastSpan.notes` does.
    package func notes(in units: Units) -> [String] { ForecastGroups.notes(of: groups, in: units) }

    private static func name(_ data: JSON) -> String {
        if data.lacks(.change) { return "change not understood" }
        let change = data[.change]?.string
        if let name = certainName(change) { return name }
        let probability = data[.probability]?.int.map { "\($0) %" }
        let isTemporary = change == "TEMPO" || change == "INTER"
        let parts = [probability, isTemporary ? "at times" : nil].compactMap(\.self)
        return parts.isEmpty ? "perhaps" : parts.joined(separator: " ")
    }

    /// Returns the name of a change that comes at some time; `nil` for one that may not come.
    private static func certainName(_ change: String?) -> String? {
        switch change {
        case nil: "initially"
        case "FM": "from then on"
        case "BECMG": "becoming"
        default: nil
        }
    }
}
