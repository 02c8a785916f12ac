import Decoding
import Records

/// The treatment of each column of a table by the rules of its definition, prepared once for all rows.
struct RowPlan {
    /// The form in which a column is written into the record.
    enum Form {
        case text
        case typed(ValueType)
        /// A value of a map of the plan, whose values begin at `first` in `literals`.
        case mapped(Int, first: Int)
    }

    /// A member of the record.
    struct Output {
        /// The range of its name in `names`: a comma, the quoted name, a colon; a quote follows.
        let name: Range<Int>
        let column: Int
        let form: Form
        /// The half of the position: 0 for the latitude, 1 for the longitude; `nil` for neither.
        let half: Int?
        /// Whether numbers with a decimal point are numbers as they are.
        let isPlain: Bool
    }

    /// The maximum size of all mapped values, in bytes.
    private(set) var room = 0
    /// The members in the order of their names' bytes.
    private(set) var outputs: [Output] = []
    /// The concatenated names, padded so that many bytes can be copied at once.
    private(set) var names: [UInt8] = []
    private(set) var maps: [ValueMap] = []
    /// The ranges in `names` of the JSON of mapped values, map by map.
    private(set) var literals: [Range<Int>] = []
    let columns: TableColumns
    let rules: RecordRules
    let pads: Bool
    /// Whether most rows end with a delimiter.
    let endsWithDelimiter: Bool
    let key: [Int]
    let title: [Int]
    let require: [Int]
    let location: [Int]
    let group: Int?
    let groupMap: ValueMap?
    let matches: [(column: Int, pattern: Pattern)]
    /// The forms of the values of each column.
    let forms: [ValueForms]

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - columns: The columns.
    ///   - survey: The evidence of the first rows for their forms.
    ///   - rules: The rules of the definition.
    ///   - format: The format of the table.
    /// - Throws: `DecodeError` if a column of the key or a required field is missing, or two members would
    ///   have the same name.
    init(_ columns: TableColumns, survey: TableSurvey, rules: RecordRules, format: TableFormat)
        throws(DecodeError)
    {
        self.columns = columns
        self.rules = rules
        forms = survey.forms
        endsWithDelimiter = survey.endsWithDelimiter
        pads = format.ragged == .pad
        key = try RowPlan.required(rules.key, columns: columns)
        require = try RowPlan.required(rules.require, columns: columns)
        title = rules.title.compactMap { columns.index(of: $0) }
        let places = rules.location.compactMap { columns.index(of: $0) }
        location = places.count == rules.location.count ? places : []
        group = rules.group.flatMap { columns.index(of: $0) }
        groupMap = rules.group.flatMap { rules.rule(for: $0).map }
        matches = rules.ruled.compactMap { name in
            guard let column = columns.index(of: name), let pattern = rules.rule(for: name).match else {
                return nil
            }
            return (column, pattern)
        }
        try addOutputs()
    }

    private static func required(_ names: [String], columns: TableColumns) throws(DecodeError) -> [Int] {
        var found: [Int] = []
        for name in names { found.append(try columns.required(name)) }
        return found
    }

    private mutating func addOutputs() throws(DecodeError) {
        var members: [(name: String, column: Int, form: Form)] = []
        for (column, name) in columns.names.enumerated() {
            guard let name else { continue }
            let rule = rules.rule(for: name)
            guard !rule.isOmitted else { continue }
            let shown = rule.rename ?? name
            if let map = rule.map {
                members.append((shown, column, .mapped(maps.count, first: literals.count)))
                members.append((RecordRules.original(shown), column, .text))
                add(map)
            } else {
                members.append((shown, column, rule.type.map(Form.typed) ?? .text))
            }
        }
        members.sort { $0.name.precedes($1.name) }
        for (one, other) in zip(members, members.dropFirst())
        where one.name.utf8.elementsEqual(other.name.utf8) {
            throw DecodeError(.shape, part: "single member \(one.name)", found: "two", offset: 0)
        }
        for member in members { add(member.name, column: member.column, form: member.form) }
        names += [UInt8](repeating: 0, count: 2 * RowIndex.margin)
    }

    private mutating func add(_ map: ValueMap) {
        maps.append(map)
        for literal in map.literals {
            let start = names.count
            names += literal
            literals.append(start..<names.count)
            room = max(room, literal.count * maps.count)
        }
    }

    private mutating func add(_ name: String, column: Int, form: Form) {
        let start = names.count
        var writer = JSONWriter()
        writer.string(name)
        names.append(.comma)
        names += writer.bytes
        names.append(.colon)
        let half = location.count == 2 ? location.firstIndex(of: column) : nil
        let number = forms[column].number
        outputs.append(
            Output(
                name: start..<names.count, column: column, form: form, half: half,
                isPlain: number == .plain || number == .point))
        names.append(.quote)
    }
}
