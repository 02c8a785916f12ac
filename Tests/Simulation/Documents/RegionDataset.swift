import Records

/// The right side of a join: a JSON list of regions with a score, some of them suppressed.
nonisolated struct RegionDataset: Dataset {
    private let regions: [String]
    private let isUnique: Bool
    private var records: [(code: String, data: JSON)] = []

    let kind = "json"
    let sourceSettings = ""
    let sections = "[Record]\nKey=code\n"
    let mediaType = "application/json"
    let isExact = true
    let keepsMissing = false

    /// Invents a list.
    ///
    /// - Parameters:
    ///   - regions: The values of `region`.
    ///   - isUnique: Whether a region has at most one record.
    ///   - chance: Chooses the records.
    init(_ regions: [String], isUnique: Bool, _ chance: inout Chance) {
        self.regions = regions
        self.isUnique = isUnique
        for index in 0..<(isUnique ? regions.count : 30) {
            let code = "c/\(index) %"
            records.append((code, data(code, region: index, &chance)))
        }
    }

    private func data(_ code: String, region: Int, _ chance: inout Chance) -> JSON {
        let place = isUnique ? regions[region] : chance.pick(regions)
        let score = chance.pick(["s", "\(200 + chance.below(600))", "\(200 + chance.below(600))"])
        return .members([
            "code": .string(code), "region": isUnique || chance.isTrue(0.9) ? .string(place) : nil,
            "score": chance.isTrue(0.9) ? .string(score) : nil,
            "name": chance.isTrue(0.5) ? .string(Vocabulary.text(.unicode, &chance)) : nil,
        ])
    }

    /// The data of all regions by their codes.
    var expected: [String: JSON] {
        var expected: [String: JSON] = [:]
        for record in records { expected[record.code] = record.data }
        return expected
    }

    /// Changes the data of one or a few records.
    mutating func change(at time: UTC, _ chance: inout Chance) {
        for _ in 0...chance.below(3) {
            let index = chance.below(records.count)
            records[index].data = data(records[index].code, region: index, &chance)
        }
    }

    /// Returns the list in any order.
    func document(_ style: inout Chance) -> [UInt8] {
        let shown = style.isTrue(0.5) ? records : records.shuffled(using: &style)
        return style.pick(Encoding.unicode).bytes(JSONStyle.text(.array(shown.map(\.data)), &style))
    }
}
