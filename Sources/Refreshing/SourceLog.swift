package import Definitions
import Fetching
import Records
import Storing
import Systemd

/// Writes journal entries about sources: one per event, and none for a refresh that changed nothing.
///
/// Source: almanac.journal(7).
package enum SourceLog {
    /// Logs that a document was read.
    static func accepted(
        _ source: Source, _ report: IngestReport, at cursor: Cursor, in duration: Duration?
    ) {
        let counts = Change.Kind.allCases.map { report.counts[$0] ?? 0 }
        let level: LogLevel = report.hasChanged ? .info : .debug
        let news = zip(counts, ["added", "changed", "removed"]).filter { $0.0 > 0 }.map { "\($0) \($1)" }
        log(
            level, "\(source.name): \(news.isEmpty ? "nothing changed" : news.joined(separator: ", "))",
            report.hasChanged ? .sourceChanged : nil,
            [
                "ALMANAC_SOURCE": source.name.text, "ALMANAC_KIND": source.definition.kind.rawValue,
                "ALMANAC_HOST": host(source), "ALMANAC_ADDED": "\(counts[0])",
                "ALMANAC_CHANGED": "\(counts[1])", "ALMANAC_REMOVED": "\(counts[2])",
                "ALMANAC_GENERATION": "\(source.state.generation)",
                "ALMANAC_CURSOR": cursor.description,
                "ALMANAC_BYTES": "\(report.bytes)",
                "ALMANAC_DURATION_USEC": duration.map { "\($0.microseconds)" },
            ])
    }

    /// Logs that rows or fields of a document could not be read, if their number differs from the document
    /// before.
    static func rejected(_ source: Source, _ count: Int) {
        log(
            .notice,
            "\(source.name): \(count) \(count == 1 ? "row or field" : "rows or fields") could not be read; "
                + "see: almanac rejects \(source.name)",
            .rowsRejected, ["ALMANAC_SOURCE": source.name.text, "ALMANAC_REJECTED": "\(count)"])
    }

    /// Logs that the records have other members than those of earlier documents.
    static func drifted(_ source: Source, _ news: [String]) {
        log(
            .notice, "the records of \(source.name) have a new shape: \(news.joined(separator: ", "))",
            .shapeChanged,
            ["ALMANAC_SOURCE": source.name.text, "ALMANAC_MEMBERS": news.joined(separator: ", ")])
    }

    /// Logs that a failing source recovered.
    static func back(_ source: Source, after failure: SourceState.Failure) {
        log(
            .notice,
            "\(source.name) has recovered after \(failure.count) failed attempt"
                + (failure.count == 1 ? "" : "s"),
            .sourceBack,
            [
                "ALMANAC_SOURCE": source.name.text, "ALMANAC_KIND": source.definition.kind.rawValue,
                "ALMANAC_REASON": failure.reason.rawValue,
            ])
    }

    /// Logs that an attempt failed for another reason than the one before.
    static func failing(_ source: Source, _ failure: FetchFailure, isSilence: Bool) {
        let next = source.request.nextAttempt
        log(
            isSilence || [.offline, .waiting].contains(failure.reason) ? .info : .warning,
            "cannot refresh \(source.name): \(failure)" + (next.map { ", trying again at \($0)" } ?? ""),
            .sourceFailing,
            [
                "ALMANAC_SOURCE": source.name.text, "ALMANAC_KIND": source.definition.kind.rawValue,
                "ALMANAC_HOST": host(source), "ALMANAC_REASON": failure.reason.rawValue,
                "ALMANAC_HTTP_STATUS": failure.httpStatus.map { "\($0)" },
                "ALMANAC_NEXT_USEC": next.map { "\($0.microseconds)" },
            ])
    }

    /// Returns the host from which a source is fetched; `nil` if its origin is not a URL.
    private static func host(_ source: Source) -> String? {
        guard case .url(let address) = source.definition.origin else { return nil }
        return HostPolicy.host(of: address)
    }

    /// Logs that a definition cannot be used.
    package static func skipped(_ fault: Catalogue.Fault) {
        log(
            .warning, "a definition was skipped: \(fault.error)", .definitionSkipped,
            [
                "ALMANAC_SOURCE": fault.name?.text, "ALMANAC_FILE": fault.error.file,
                "ALMANAC_LINE": fault.error.line > 0 ? "\(fault.error.line)" : nil,
            ])
    }
}
