import Records

/// The latest weather reports of some aerodromes.
nonisolated struct ReportDataset: Dataset {
    /// The reports of a station.
    private struct Station {
        let name: String
        /// Whether the station sends no reports for now.
        var isSilent = false
        /// The latest report.
        var latest: Observation
        /// The one before it.
        var previous: Observation?
    }

    /// The identifiers of aerodromes.
    static let aerodromes = [
        "KPWM", "KBOS", "KJFK", "KORD", "KDEN", "KSEA", "KSFO", "KMIA", "EGLL", "EDDF", "LFPG",
        "LOWW", "LSZH", "ENGM", "ESSA", "EFHK", "LIRF", "LEMD", "EHAM", "EKCH", "BIKF", "RJTT",
        "YSSY", "FACT", "SBGR", "VHHH",
    ]

    private var stations: [Station] = []

    let kind = "metar"
    let sourceSettings: String
    let sections = ""
    let mediaType = "text/plain"
    let isExact = false
    let keepsMissing = true

    /// Invents the reports of the hour before a moment.
    init(at time: UTC, _ chance: inout Chance) {
        sourceSettings = chance.pick(["", "MaxAge=3h\n"])
        for name in ReportDataset.aerodromes where chance.isTrue(0.85) {
            let moment = (time - .seconds(chance.below(60) * 60)).startOfMinute
            stations.append(
                Station(name: name, latest: Observation(of: name, at: moment, correcting: false, &chance)))
        }
    }

    /// The members of the latest report of each station that is not silent, by the station.
    ///
    /// The later report of a station counts, whichever of two documents arrives last.
    var expected: [String: JSON] {
        var expected: [String: JSON] = [:]
        for station in stations where !station.isSilent {
            expected[station.name] = .object(station.latest.members)
        }
        return expected
    }

    /// Adds reports of a few stations; silences one or lets it report again.
    mutating func change(at time: UTC, _ chance: inout Chance) {
        for _ in 0...chance.below(5) { report(chance.below(stations.count), at: time, &chance) }
        guard chance.isTrue(0.2) else { return }
        let silent = stations.indices.filter { stations[$0].isSilent }
        if let index = silent.first {
            report(index, at: time, &chance)
        } else {
            stations[chance.below(stations.count)].isSilent = true
        }
    }

    private mutating func report(_ index: Int, at time: UTC, _ chance: inout Chance) {
        let latest = stations[index].latest
        let moment = max(latest.time, (time - .seconds(chance.below(600))).startOfMinute)
        let isCorrection = moment == latest.time
        // Reports are corrected within the hour.
        guard !isCorrection || moment > time - .seconds(3600) else { return }
        let new = Observation(of: latest.station, at: moment, correcting: isCorrection, &chance)
        if !isCorrection { stations[index].previous = latest }
        stations[index].latest = new
        stations[index].isSilent = false
    }

    /// Returns the reports of all stations in any order; older reports of a station do not count.
    func document(_ style: inout Chance) -> [UInt8] {
        document(of: ReportDataset.aerodromes, &style)
    }

    /// Returns the reports of some stations, as the answer to a request that names them.
    func document(of names: [String], _ style: inout Chance) -> [UInt8] {
        var reports: [String] = []
        for station in stations where !station.isSilent && names.contains(station.name) {
            reports.append(station.latest.raw)
            if let previous = station.previous, style.isTrue(0.1) { reports.append(previous.raw) }
        }
        if style.isTrue(0.5) { reports.shuffle(using: &style) }
        return ReportLayout(&style).document(reports, &style)
    }
}
