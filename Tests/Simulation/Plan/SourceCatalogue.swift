import Records

/// The sources of a plan.
struct SourceCatalogue {
    let descriptions: [SourceDescription]
    private(set) var sources: [SimulatedSource] = []
    /// The joins of each two sources of the kinds `left` and `right`.
    private(set) var joins: [SimulatedJoin] = []

    /// Makes the described sources, with records of a moment.
    init(_ descriptions: [SourceDescription], at time: UTC) {
        self.descriptions = descriptions
        var sides: (form: JoinedDatasets, left: SimulatedSource)?
        for description in descriptions {
            var chance = Chance(seed: description.seed)
            switch description.kind {
            case "left":
                let form = JoinedDatasets(chance.pick(JoinedDatasets.Form.allCases), at: time, &chance)
                sides = (form, add(description, form.left, &chance))
            case "right":
                guard let (form, left) = sides else { continue }
                let right = add(description, form.right, &chance)
                joins.append(SimulatedJoin("join\(joins.count)", left, right, form))
            default: _ = add(description, Self.dataset(description.kind, at: time, &chance), &chance)
            }
        }
    }

    /// Invents descriptions of sources of all kinds.
    static func descriptions(_ chance: inout Chance) -> [SourceDescription] {
        var kinds = (0..<(1 + chance.below(5))).map { _ in chance.pick(SourceDescription.kinds) }
        if chance.isTrue(0.05) { kinds.append("bulk") }
        if chance.isTrue(0.4) { kinds += ["left", "right"] }
        return kinds.map { SourceDescription($0, &chance) }
    }

    private mutating func add(
        _ description: SourceDescription, _ dataset: any Dataset, _ chance: inout Chance
    ) -> SimulatedSource {
        let number = sources.count
        let source = SimulatedSource(
            "source\(number)", description.origin, every: description.interval, dataset,
            secret: description.isSecret ? "s3cr3t-\(number)" : nil, chance.split())
        sources.append(source)
        return source
    }

    private static func dataset(_ kind: String, at time: UTC, _ chance: inout Chance) -> any Dataset {
        switch kind {
        case "bulk": BulkDataset(&chance)
        case "json": JSONDataset(at: time, &chance)
        case "feed": FeedDataset(at: time, &chance)
        case "metar": ReportDataset(at: time, &chance)
        case "taf": TAFDataset(at: time, &chance)
        case "forecast": ForecastDataset(at: time, &chance)
        default: TableDataset(at: time, &chance)
        }
    }
}
