import AlmanacValues
import Records

/// Returns the metrics of sources: what each is, its health and standing, its counts and its moments, and the
/// number of those without data.
///
/// - Parameters:
///   - sources: The sources.
///   - now: The time.
/// - Returns: The metrics, some of which may have no samples.
func sourceMetrics(of sources: [Source], at now: UTC) -> [MetricFamily] {
    var info = MetricFamily("almanac_source", .info, help: "What a source is.")
    var health = MetricFamily("almanac_source_health", .stateSet, help: "Health of a source.")
    var standing = MetricFamily(
        "almanac_source_standing", .stateSet, help: "State of a source as people read it.")
    var interval = MetricFamily(
        "almanac_source_interval", unit: "seconds", help: "Interval between requests of a source.")
    for source in sources {
        let labels = source.metricLabels
        info.add(
            MetricLabels([
                "source": source.name, "kind": source.kind, "title": source.title, "host": source.host,
            ]))
        health.add(state: source.runtime.health.rawValue, of: Health.allCases.map(\.rawValue), labels)
        standing.add(state: source.standing.rawValue, of: Standing.allCases.map(\.rawValue), labels)
        interval.add(source.interval.map { MetricNumber(microseconds: Int($0.microseconds)) }, labels)
    }
    var withoutData = MetricFamily(
        "almanac_sources_without_data", help: "Sources of which no document was accepted yet.")
    if !sources.isEmpty { withoutData.add(MetricNumber(SourceCounts(sources).withoutData)) }
    return [info, health, standing] + counts(of: sources) + [interval] + moments(of: sources)
        + [overdue(of: sources, at: now), withoutData]
}

/// Returns how long publications are missing; 0 for a source that is asked and lacks none, no number while
/// that is not known.
private func overdue(of sources: [Source], at now: UTC) -> MetricFamily {
    var overdue = MetricFamily(
        "almanac_source_overdue", unit: "seconds",
        help: "Time since a publication was expected that is missing; 0 if none is.")
    for source in sources where source.runtime.rhythm?.limit != nil && source.isAsked(at: now) {
        let expected = source.runtime.overdue(at: now)?.expected
        let late = expected.map { max(0, now.microseconds - $0.microseconds) } ?? 0
        overdue.add(MetricNumber(microseconds: Int(late)), source.metricLabels)
    }
    return overdue
}

private func counts(of sources: [Source]) -> [MetricFamily] {
    var records = MetricFamily("almanac_source_records", help: "Records of a source.")
    var rejected = MetricFamily(
        "almanac_source_rejected", help: "Rows and fields of the last document that could not be read.")
    var remarks = MetricFamily(
        "almanac_source_remarks", help: "Remarks on the last document, such as that it is cut.")
    var failures = MetricFamily(
        "almanac_source_consecutive_failures",
        help: "Attempts that failed since the last one that succeeded.")
    // The daemon raises a generation with each commit and never lowers it; a source that was removed and
    // added again starts at 0, as a counter may.
    var generation = MetricFamily(
        "almanac_source_generation", .counter, help: "Commits that changed records of a source.")
    for source in sources {
        let labels = source.metricLabels
        records.add(MetricNumber(source.runtime.records), labels)
        rejected.add(MetricNumber(source.runtime.rejected), labels)
        remarks.add(MetricNumber(source.runtime.notes.count), labels)
        failures.add(MetricNumber(source.runtime.failure?.count ?? 0), labels)
        generation.add(MetricNumber(max(0, source.runtime.generation)), labels)
    }
    return [records, rejected, remarks, failures, generation]
}

private func moments(of sources: [Source]) -> [MetricFamily] {
    let kinds: [(name: String, help: String, moment: (Runtime) -> UTC?)] = [
        ("fetched", "Time of the last good response.", \.fetched),
        ("changed", "Time of the last change of the records.", \.changed),
        ("expires", "Time from which the source is stale.", \.expires),
        ("next", "Time of the next attempt.", \.next),
    ]
    return kinds.map { kind in
        var family = MetricFamily(
            "almanac_source_\(kind.name)_timestamp", unit: "seconds", help: kind.help)
        for source in sources {
            family.add(kind.moment(source.runtime).map { MetricNumber($0) }, source.metricLabels)
        }
        return family
    }
}

extension Source {
    /// Whether the last answer has not expired, so that missing publications would be known.
    fileprivate func isAsked(at now: UTC) -> Bool {
        standing.isCurrent && runtime.expires.map { $0 >= now } ?? true
    }

    fileprivate var metricLabels: MetricLabels { MetricLabels(["source": name, "kind": kind]) }
}
