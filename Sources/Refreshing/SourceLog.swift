package import Definitions
import Fetching
package import Records
import Rhythm
import Storing
import Systemd

/// Writes journal entries about a source: one per event, and none for a refresh that changed nothing.
///
/// Source: almanac.journal(7).
package struct SourceLog {
    private let definition: Definition
    /// The number of the address in use.
    private let number: Int

    /// Creates the log of the source with this definition.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - number: The number of the address in use.
    init(of definition: Definition, at number: Int = 0) {
        self.definition = definition
        self.number = number
    }

    private var name: SourceName { definition.name }

    /// Logs that a document was read.
    ///
    /// - Parameters:
    ///   - report: The result of the ingest.
    ///   - generation: The source's generation after it.
    ///   - cursor: The cursor after the source's last change.
    ///   - duration: The duration of the attempt; `nil` when unknown.
    func logAccepted(
        _ report: IngestReport, generation: Int, at cursor: Cursor, in duration: Duration?
    ) {
        let counts = Change.Kind.allCases.map { report.counts[$0] ?? 0 }
        let level: LogLevel = report.hasChanged ? .info : .debug
        let news = zip(counts, ["added", "changed", "removed"]).filter { $0.0 > 0 }.map { "\($0) \($1)" }
        let counted = news.isEmpty ? "nothing changed" : news.joined(separator: ", ")
        log(
            level, "\(name): \(counted)" + (report.broker.map { ", in a message of \($0)" } ?? ""),
            report.hasChanged ? .sourceChanged : nil,
            [
                "ALMANAC_SOURCE": name.text, "ALMANAC_KIND": definition.kind.rawValue,
                "ALMANAC_HOST": host, "ALMANAC_ADDED": "\(counts[0])",
                "ALMANAC_CHANGED": "\(counts[1])", "ALMANAC_REMOVED": "\(counts[2])",
                "ALMANAC_GENERATION": "\(generation)",
                "ALMANAC_CURSOR": cursor.description,
                "ALMANAC_BYTES": "\(report.bytes)",
                "ALMANAC_DURATION_USEC": duration.map { "\($0.microseconds)" },
                "ALMANAC_BROKER": report.broker,
            ])
    }

    /// Logs that rows or fields of a document could not be read, if their number differs from the document
    /// before.
    func logRejected(_ count: Int) {
        log(
            .notice,
            "\(name): \(count) \(count == 1 ? "row or field" : "rows or fields") could not be read; "
                + "see: almanac rejects \(name)",
            .rowsRejected, ["ALMANAC_SOURCE": name.text, "ALMANAC_REJECTED": "\(count)"])
    }

    /// Logs that a document has remarks, such as that it is cut, after one that had none.
    func logRemarks(_ remarks: [String]) {
        log(.notice, "\(name): \(remarks.joined(separator: "; "))", ["ALMANAC_SOURCE": name.text])
    }

    /// Logs that reports of a document do not replace the stored ones, with the reasons.
    func logLeftOut(_ remarks: [String]) {
        log(
            .notice, "\(name): \(remarks.joined(separator: "; "))", .reportsLeftOut,
            ["ALMANAC_SOURCE": name.text, "ALMANAC_REPORTS": remarks.joined(separator: "; ")])
    }

    /// Logs that an answer is older than an earlier one, with the times of both.
    func logBehind(_ remarks: [String]) {
        log(
            .notice, "\(name): \(remarks.joined(separator: "; "))", .upstreamBehind,
            ["ALMANAC_SOURCE": name.text, "ALMANAC_HOST": host])
    }

    /// Logs that a publication is missing.
    func logOverdue(_ overdue: Overdue) {
        log(
            .notice,
            "\(name): the publication expected at \(overdue.expected) is missing; nearly all were seen "
                + "by \(overdue.limit)", .sourceOverdue,
            [
                "ALMANAC_SOURCE": name.text, "ALMANAC_KIND": definition.kind.rawValue,
                "ALMANAC_HOST": host, "ALMANAC_EXPECTED_USEC": "\(overdue.expected.microseconds)",
            ])
    }

    /// Logs that one of several addresses cannot be used, and the next one is asked.
    func logAddressFault(_ failure: FetchFailure) {
        log(
            .notice, "\(name): the address at \(host ?? "") rests: \(failure)", .addressFailing,
            [
                "ALMANAC_SOURCE": name.text, "ALMANAC_HOST": host,
                "ALMANAC_REASON": failure.reason.rawValue,
                "ALMANAC_HTTP_STATUS": failure.httpStatus.map { "\($0)" },
            ])
    }

    /// Logs that two addresses have the same report with different texts.
    func logDisagreement(_ remark: String) {
        log(
            .notice, "\(name): \(remark)", .addressesDisagree,
            ["ALMANAC_SOURCE": name.text, "ALMANAC_HOST": host, "ALMANAC_REPORTS": remark])
    }

    /// Logs that the records have other members than those of earlier documents.
    func logDrift(_ news: [String]) {
        log(
            .notice, "the records of \(name) have a new shape: \(news.joined(separator: ", "))",
            .shapeChanged,
            ["ALMANAC_SOURCE": name.text, "ALMANAC_MEMBERS": news.joined(separator: ", ")])
    }

    /// Logs that names of the provider are new, or have vanished.
    func logNames(_ changes: [NameChange]) {
        let texts = changes.prefix(10).map(\.text).joined(separator: ", ")
        let rest = changes.count > 10 ? ", and \(changes.count - 10) more" : ""
        let names = changes.flatMap { [$0.name] + ($0.instead.map { [$0] } ?? []) }
        log(
            .notice, "the documents of \(name) have other names: \(texts)\(rest)", .shapeChanged,
            ["ALMANAC_SOURCE": name.text, "ALMANAC_MEMBERS": names.joined(separator: ", ")])
    }

    /// Logs that values of names of the provider are new.
    func logValues(_ changes: [ValueChange]) {
        let texts = changes.prefix(10).map(\.text).joined(separator: ", ")
        let rest = changes.count > 10 ? ", and \(changes.count - 10) more" : ""
        let values = changes.prefix(100).map { "\($0.name)=\($0.value)" }
        log(
            .notice, "the documents of \(name) have other values: \(texts)\(rest)", .shapeChanged,
            [
                "ALMANAC_SOURCE": name.text,
                "ALMANAC_MEMBERS": Set(changes.map(\.name)).sorted().joined(separator: ", "),
                "ALMANAC_VALUES": values.joined(separator: ", "),
            ])
    }

    /// Logs that a failing source recovered.
    func logRecovery(after failure: SourceState.Failure) {
        log(
            .notice,
            "\(name) has recovered after \(failure.count) failed attempt"
                + (failure.count == 1 ? "" : "s"),
            .sourceRecovered,
            [
                "ALMANAC_SOURCE": name.text, "ALMANAC_KIND": definition.kind.rawValue,
                "ALMANAC_REASON": failure.reason.rawValue,
            ])
    }

    /// Logs that an attempt failed for another reason than the one before.
    ///
    /// - Parameters:
    ///   - failure: The failure.
    ///   - isSilence: Whether the upstream only has no report of a station.
    ///   - next: The moment of the next attempt; `nil` when none is planned.
    func logFailure(_ failure: FetchFailure, isSilence: Bool, next: UTC?) {
        log(
            isSilence || [.offline, .waiting].contains(failure.reason) ? .info : .warning,
            "cannot refresh \(name): \(failure)" + (next.map { ", trying again at \($0)" } ?? ""),
            .sourceFailing,
            [
                "ALMANAC_SOURCE": name.text, "ALMANAC_KIND": definition.kind.rawValue,
                "ALMANAC_HOST": host, "ALMANAC_REASON": failure.reason.rawValue,
                "ALMANAC_ERROR_CODE": failure.code,
                "ALMANAC_HTTP_STATUS": failure.httpStatus.map { "\($0)" },
                "ALMANAC_NEXT_USEC": next.map { "\($0.microseconds)" },
            ])
    }

    /// Logs, for debugging, when the next attempt is due by the learned rhythm.
    func logPlan(_ rhythm: RhythmSummary, next: UTC) {
        let state = rhythm.period.map { "its upstream publishes every \($0)" } ?? "no period is learned"
        log(
            .debug, "\(name): the next attempt is at \(next); \(state)",
            ["ALMANAC_SOURCE": name.text, "ALMANAC_NEXT_USEC": "\(next.microseconds)"])
    }

    /// The host from which the source is fetched; `nil` if its origin is not a URL.
    private var host: String? {
        definition.address(number).map { HostPolicy.host(of: $0) }
    }

    /// Logs that a definition cannot be used.
    package static func logSkipped(_ fault: Catalogue.Fault) {
        log(
            .warning, "a definition was skipped: \(fault.error)", .definitionSkipped,
            [
                "ALMANAC_SOURCE": fault.name?.text, "ALMANAC_FILE": fault.error.file,
                "ALMANAC_LINE": fault.error.line > 0 ? "\(fault.error.line)" : nil,
            ])
    }

    /// Logs that nothing reads a setting of a definition.
    package static func logIgnored(_ error: OptionError) {
        log(
            .warning, "a setting is ignored: \(error)",
            ["ALMANAC_FILE": error.file, "ALMANAC_LINE": error.line > 0 ? "\(error.line)" : nil])
    }
}
