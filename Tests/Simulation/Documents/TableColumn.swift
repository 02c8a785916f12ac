import Records

/// A column of an invented table.
nonisolated struct TableColumn {
    /// The treatment of the column by its definition.
    enum Form {
        case text
        case number
        case boolean
        case time
        /// A text that `Map=` replaces by the first word of a pair, by its prefix.
        case mapped
    }

    /// The name in the header.
    let name: String
    let form: Form
    /// The share of rows with a value.
    let share: Double
    /// The name that `Rename=` gives the member; `nil` for that of the column.
    var renamed: String?

    /// Returns the members that a value, in its canonical text, becomes.
    func members(of value: String) -> [JSON.Member] {
        let name = renamed ?? name
        return switch form {
        case .text: [.init(name, .string(value))]
        case .number: [.init(name, .number(value))]
        case .boolean: [.init(name, .bool(value == "true"))]
        case .time: [.init(name, .string(value))]
        case .mapped:
            [
                .init(name, .string(TableColumn.sector(of: value))),
                .init(name + "Original", .string(value)),
            ]
        }
    }

    /// The patterns of `Map=` for a mapped column.
    static let patterns = "NHS:*nhs* Independent:indep* Other:*"

    private static func sector(of value: String) -> String {
        switch value {
        case "NHS Sector", "Foundation (nhs)": "NHS"
        case "Independent Sector": "Independent"
        default: "Other"
        }
    }

    /// Returns a value in its canonical text.
    func value(at time: UTC, repertoire: Vocabulary.Repertoire, _ chance: inout Chance) -> String {
        switch form {
        case .text: Vocabulary.text(repertoire, &chance)
        case .number: TableColumn.number(&chance)
        case .boolean: chance.pick(["true", "false"])
        case .time: (time - .seconds(chance.below(90_000) * 60)).description
        case .mapped: chance.pick(["NHS Sector", "Foundation (nhs)", "Independent Sector", "Charity", "?"])
        }
    }

    /// Returns a number of JSON, which keeps its notation.
    private static func number(_ chance: inout Chance) -> String {
        let sign = chance.isTrue(0.3) ? "-" : ""
        switch chance.below(8) {
        case 0: return sign + "\(chance.below(90)).\(chance.below(10))0"
        case 1: return sign + "\(1 + chance.below(9))E\(chance.below(9))"
        case 2: return sign + "0.\(chance.below(1_000_000))"
        case 3: return "12345678901234567\(chance.below(1000))"
        default: return sign + "\(1 + chance.below(5000))"
        }
    }

    /// Returns a value as a document may state it.
    func stated(_ value: String, _ style: inout Chance) -> String {
        switch form {
        case .text, .mapped: return value
        case .number:
            let isSmall = value.utf8.count < 6 && value.utf8.allSatisfy { $0.isDigit }
            return TableColumn.padded(
                isSmall ? style.pick([value, value, "+" + value, "0" + value]) : value, &style)
        case .boolean:
            let words =
                value == "true" ? ["true", "TRUE", "yes", "Y", "1", "on"] : ["false", "No", "f", "0", "OFF"]
            return TableColumn.padded(style.pick(words), &style)
        case .time:
            let spaced = value.replacing("T", with: " ").replacing("Z", with: "")
            return TableColumn.padded(
                style.pick([value, value.replacing("Z", with: "+00:00"), spaced]), &style)
        }
    }

    private static func padded(_ text: String, _ style: inout Chance) -> String {
        style.isTrue(0.1) ? style.pick([" ", "  "]) + text + style.pick(["", " "]) : text
    }
}

nonisolated extension String {
    /// Returns the text with each occurrence of an ASCII character replaced.
    fileprivate func replacing(_ old: Character, with new: String) -> String {
        reduce(into: "") { $0 += $1 == old ? new : String($1) }
    }
}
