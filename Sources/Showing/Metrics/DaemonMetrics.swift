import AlmanacValues
import Records

/// Returns the metrics of the daemon: its version, its counts and its counters.
func daemonMetrics(_ status: Status) -> [MetricFamily] {
    var info = MetricFamily("almanac", .info, help: "Version of almanacd.")
    if !status.version.isEmpty { info.add(MetricLabels(["version": status.version])) }
    var started = MetricFamily("almanac_start_time", unit: "seconds", help: "Time of the start of almanacd.")
    started.add(status.started.map { MetricNumber($0) })
    let counts = [
        ("almanac_sources", "Sources.", status.sources),
        ("almanac_records", "Records of all sources.", status.records),
        ("almanac_subscribers", "Connected subscribers.", status.subscribers),
    ].map { name, help, count in
        var family = MetricFamily(name, help: help)
        family.add(count.map { MetricNumber($0) })
        return family
    }
    var failing = MetricFamily(
        "almanac_daemon_failures",
        help: "Things that almanacd itself cannot do, such as write to a full disk.")
    failing.add(MetricNumber(status.failures.count))
    return [info, started] + counts + [failing, failures(status)] + status.counters.compactMap(family)
}

/// Returns the failed attempts by reason, with 0 for reasons that have not occurred, so that an increase from
/// none is visible; their sum is the counter `failed`.
private func failures(_ status: Status) -> MetricFamily {
    var family = MetricFamily("almanac_failed", .counter, help: "Attempts that failed, by reason.")
    guard !status.counters.isEmpty else { return family }
    for counter in status.counters where counter.name.hasPrefix(failurePrefix) {
        let reason = String(counter.name.dropFirst(failurePrefix.count))
        family.add(MetricNumber(max(0, counter.value)), MetricLabels(["reason": reason]))
    }
    for reason in FailureReason.allCases where reason != .waiting {
        family.add(MetricNumber(0), MetricLabels(["reason": reason.rawValue]))
    }
    return family
}

private let failurePrefix = "failed."

/// Returns the metric of a counter; `nil` for those of `failures`.
private func family(_ counter: Status.Counter) -> MetricFamily? {
    guard counter.name != "failed", !counter.name.hasPrefix(failurePrefix) else { return nil }
    let help = helps[counter.name] ?? "Counter \(metricName(counter.name)) of almanacd, since its start."
    if counter.name.hasSuffix("USec") {
        // A time among the counters is a maximum, which does not count anything.
        let name = metricName(String(counter.name.dropLast(4)))
        var family = MetricFamily("almanac_\(name)", unit: "seconds", help: help)
        family.add(MetricNumber(microseconds: counter.value))
        return family
    }
    let isBytes = counter.name == "bytes"
    var family = MetricFamily(
        isBytes ? "almanac_accepted" : "almanac_\(metricName(counter.name))", .counter,
        unit: isBytes ? "bytes" : nil, help: help)
    family.add(MetricNumber(max(0, counter.value)))
    return family
}

/// The descriptions of the counters that the daemon has today.
private let helps = [
    "accepted": "Attempts whose document was accepted.",
    "answered": "Answers of services, such as searches for places, which are not stored.",
    "attempts": "Attempts to fetch a source.",
    "bytes": "Bytes of accepted documents.",
    "cancelledReads": "Reads abandoned because the connection ended.",
    "changes": "Records that were added, changed or removed.",
    "delivered": "Documents in messages of brokers that were stored without a request.",
    "longestTurnUSec": "Longest turn of the event loop since the start.",
    "notModified": "Attempts that found the document unchanged.",
    "pushed": "Ingests of messages of streams, without a request.",
    "readSlices": "Pieces of reading for calls and subscribers.",
    "refusedCalls": "Calls refused because too many were waiting.",
    "silent": "Attempts to which the upstream had no report of the station.",
    "waited": "Attempts put off until another source or host was ready.",
]

/// Returns a name in the characters of metrics: `notModified` is `not_modified`.
///
/// Source: OpenMetrics 1.0, "ABNF", metricname; names in lower case with underscores are Prometheus's custom.
private func metricName(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
        if byte.isUppercase, !text.isEmpty { text += "_" }
        let isPlain = byte.isUppercase || byte.isLowercase || byte.isDigit
        text += isPlain ? String(Unicode.Scalar(byte)).lowercased() : "_"
    }
    return text
}
