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
            case "station": _ = add(description, StationDataset(nextStation, at: time, &chance), &chance)
            default: _ = add(description, Self.dataset(description.kind, at: time, &chance), &chance)
            }
        }
    }

    /// Invents descriptions of sources of all kinds.
    static func descriptions(_ chance: inout Chance) -> [SourceDescription] {
        var kinds = (0..<(1 + chance.below(5))).map { _ in chance.pick(SourceDescription.kinds) }
        // A run with a large table takes ten times as long as one without.
        if chance.isTrue(0.02) { kinds.append("bulk") }
        if chance.isTrue(0.4) { kinds += ["left", "right"] }
        if chance.isTrue(0.2) { kinds += Array(repeating: "station", count: 2 + chance.below(4)) }
        return kinds.map { SourceDescription($0, &chance) }
    }

    /// An aerodrome that no other source has.
    private var nextStation: String { ReportDataset.aerodromes[sources.count(where: { $0.station != nil })] }

    private mutating func add(
        _ description: SourceDescription, _ dataset: any Dataset, _ chance: inout Chance
    ) -> SimulatedSource {
        let number = sources.count
        let name = (dataset as? StationDataset).map { "station@\($0.station)" } ?? "source\(number)"
        let source = SimulatedSource(
            name, description.origin, every: description.interval, dataset,
            secret: description.isSecret ? "s3cr3t-\(number)" : nil, chance.split())
        source.isPushed = description.isPushed
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
        case "alert": AlertDataset(at: time, &chance)
        case "forecast": ForecastDataset(at: time, &chance)
        default: TableDataset(at: time, &chance)
        }
    }
}
