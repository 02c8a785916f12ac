import Records

/// Two datasets and the source that joins them by the member `region`.
nonisolated struct JoinedDatasets {
    /// The records without a partner.
    enum Form: CaseIterable {
        /// They are left out.
        case inner
        /// They stay.
        case left
        /// They are left out, as are pairs whose `score` is no number; the members of the right side have a
        /// prefix.
        case scored
    }

    let form: Form
    /// The side that determines the records.
    var left: any Dataset
    /// The side that adds members; its `region` is unique if the form is `left`.
    var right: any Dataset

    private static let prefix = "right_"

    /// Invents two datasets with common regions.
    init(_ form: Form, at time: UTC, _ chance: inout Chance) {
        self.form = form
        let all = [
            "north", "Örebro", "a/b", "100%", "\"q\"", "42", "7.0", "east 2", "O'Neil", "south", "west",
        ]
        let regions = all.shuffled(using: &chance)
        let isTable = chance.isTrue(0.5)
        left =
            isTable
            ? TableDataset(at: time, regions: Array(regions.prefix(9)), &chance)
            : JSONDataset(at: time, regions: Array(regions.prefix(9)), &chance)
        right = RegionDataset(Array(regions.suffix(9)), isUnique: form == .left, &chance)
    }

    /// Returns the definition of the join.
    ///
    /// - Parameters:
    ///   - leftName: The name of the left source.
    ///   - rightName: That of the right one.
    /// - Returns: The text of the `.source` file.
    func definition(leftName: String, rightName: String) -> String {
        var lines = ["[Source]", "Kind=join", "", "[Join]", "Left=\(leftName)", "Right=\(rightName)"]
        lines.append(leftField == "region" ? "On=region" : "On=\(leftField)=region")
        if form == .left { lines.append("Type=left") }
        if form == .scored { lines.append("Prefix=\(JoinedDatasets.prefix)") }
        lines += ["", "[Record]", "Key=" + keys.map { "\"\($0)\"" }.joined(separator: " ")]
        if form == .scored { lines += ["Number=\"right_score\"", "Require=\"right_score\""] }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The members of the key.
    private var keys: [String] {
        switch form {
        case .inner: [leftKey, "code"]
        case .left: [leftKey]
        case .scored: [leftKey, "right_code"]
        }
    }

    private var leftField: String { left is TableDataset ? "Region" : "region" }
    private var leftKey: String { (left as? TableDataset)?.columns[TableDataset.Role.key].name ?? "id" }

    /// The data of the join of the records that both sides state, by the key.
    var expected: [String: JSON] {
        var joined: [String: JSON] = [:]
        let rights = right.expected.sorted { $0.key.precedes($1.key) }.map(\.value)
        for row in left.expected.values {
            let value = row[leftField]?.string
            let partners = rights.filter { value != nil && $0["region"]?.string == value }
            if partners.isEmpty, form == .left { add(row, to: &joined) }
            for partner in partners { add(join(row, with: partner), to: &joined) }
        }
        return joined
    }

    private func add(_ data: JSON?, to joined: inout [String: JSON]) {
        guard let data else { return }
        let parts = keys.compactMap { JoinedDatasets.text(data[$0]) }
        joined[parts.joined(separator: "/")] = data
    }

    /// Returns the members of both; `nil` if the pair is left out.
    private func join(_ row: JSON, with partner: JSON) -> JSON? {
        let prefix = form == .scored ? JoinedDatasets.prefix : ""
        var members = row.object ?? []
        for member in partner.object ?? [] where row[prefix + member.name] == nil {
            members.append(.init(prefix + member.name, member.value))
        }
        guard form == .scored else { return .object(members) }
        guard let score = partner["score"]?.string, Int(score) != nil else { return nil }
        return .object(members.map { $0.name == "right_score" ? .init($0.name, .number(score)) : $0 })
    }

    private static func text(_ value: JSON?) -> String? {
        if case .number(let literal) = value { literal } else { value?.string }
    }
}
