import AlmanacClient
import AlmanacValues
import HTTPServing
import Records

/// Whether the daemon serves, and whether its data are current, for monitors and load balancers.
///
/// Source: almanac-web(8), `/healthz` and `/readyz`.
extension WebServer {
    /// A question of a monitor.
    enum Probe {
        /// Whether the daemon and its store serve.
        case health
        /// Whether the data are current.
        case readiness
    }

    /// Answers a monitor: 200 if all is well, 503 if not, with the reasons as JSON.
    func check(
        _ probe: Probe, _ query: URLQuery, _ request: HTTPRequest, _ exchange: HTTPExchange
    ) {
        let wanted = query.all("source").map { Glob($0) }
        site.calls.answer(to: .status()) { [weak self] status in
            self?.site.part(of: Selector(), limit: 1) { [weak self] part in
                self?.site.sources(where: { source in
                    wanted.isEmpty || wanted.contains { $0.matches(source.name) }
                }) { sources in
                    let report = HealthReport(probe, status: status, part: part, sources: sources)
                    WebServer.answer(report, request, exchange)
                }
            }
        }
    }

    private static func answer(_ report: HealthReport, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        let content = Content(
            report.isWell ? 200 : 503, type: "application/json", report.json.bytes,
            headers: [("Cache-Control", "no-store")])
        exchange.respond(content.response(to: request))
    }
}

/// The answer to a monitor.
private struct HealthReport {
    private let probe: WebServer.Probe
    /// The reasons for which the daemon or its store does not serve; empty if both do.
    private let failures: [String]
    private let version: String?
    private let sources: [Source]

    init(
        _ probe: WebServer.Probe, status: Result<Status, AlmanacError>,
        part: Result<(items: [Item], next: String?), PageError>, sources: Result<[Source], PageError>
    ) {
        self.probe = probe
        let known = try? status.get()
        version = known?.version
        self.sources = (try? sources.get()) ?? []
        var failures = known?.failures.map(\.message) ?? ["almanacd does not answer"]
        if known != nil, case .failure = part { failures.append("the store cannot be read") }
        if known != nil, case .failure = sources { failures.append("the sources cannot be listed") }
        self.failures = failures
    }

    /// The sources whose data may not be what their upstreams have now.
    private var outdated: [Source] {
        sources.filter { !$0.runtime.standing.isCurrent && $0.runtime.standing != .paused }
    }

    /// Without a source, nothing is known to be current.
    private var isReady: Bool { !sources.isEmpty && outdated.isEmpty }

    var isWell: Bool { failures.isEmpty && (probe == .health || isReady) }

    /// The sources that are current, but may lack a part of the last document, or go on with an earlier
    /// definition.
    private var incomplete: [Source] {
        sources.filter { source in
            let runtime = source.runtime
            let isWhole = runtime.rejected == 0 && runtime.notes.isEmpty && !source.isMisdefined
            return runtime.standing.isCurrent && !isWhole
        }
    }

    /// An object with the status, the failures, the number of sources by state, those that are not current,
    /// and those of which parts may be missing.
    var json: JSON {
        .members([
            "status": .string(isWell ? "ok" : "unavailable"), "version": version.map(JSON.string),
            "failures": failures.isEmpty ? nil : .array(failures.map(JSON.string)),
            "sources": .object(counts),
            "notCurrent": outdated.isEmpty ? nil : .array(outdated.map(described)),
            "incomplete": incomplete.isEmpty ? nil : .array(incomplete.map(lack(of:))),
        ])
    }

    private var counts: [JSON.Member] {
        Standing.allCases.compactMap { standing in
            let count = sources.count { $0.runtime.standing == standing }
            return count == 0 ? nil : JSON.Member(standing.rawValue, .int(count))
        }
    }

    private func described(_ source: Source) -> JSON {
        .members([
            "name": .string(source.name), "state": .string(source.runtime.standing.rawValue),
            "reason": source.runtime.failure.map { .string($0.reason) },
        ])
    }

    private func lack(of source: Source) -> JSON {
        let runtime = source.runtime
        return .members([
            "name": .string(source.name), "rejected": runtime.rejected > 0 ? .int(runtime.rejected) : nil,
            "remarks": runtime.notes.isEmpty ? nil : .array(runtime.notes.map(JSON.string)),
            "reason": source.isMisdefined ? .string(FailureReason.configuration.rawValue) : nil,
        ])
    }
}
