import Decoding
import Fetching
import Records
import Storing
import Systemd

/// What the journal is told of sources: each event once, a refresh that changed nothing not at all.
///
/// Source: almanac.journal(7).
enum Chronicle {
    /// A document was read.
    static func accepted(_ source: Source, _ acceptance: Acceptance, in duration: Duration?) {
        let counts = Change.Kind.allCases.map { acceptance.counts[$0] ?? 0 }
        let level: LogLevel = acceptance.hasChanged ? .info : .debug
        let news = zip(counts, ["added", "changed", "removed"]).filter { $0.0 > 0 }.map { "\($0) \($1)" }
        log(
            level, "\(source.name): \(news.isEmpty ? "nothing changed" : news.joined(separator: ", "))",
            acceptance.hasChanged ? .sourceChanged : nil,
            [
                "ALMANAC_SOURCE": source.name.text, "ALMANAC_KIND": source.definition.kind.rawValue,
                "ALMANAC_HOST": host(source), "ALMANAC_ADDED": "\(counts[0])",
                "ALMANAC_CHANGED": "\(counts[1])", "ALMANAC_REMOVED": "\(counts[2])",
                "ALMANAC_GENERATION": "\(source.state.generation)",
                "ALMANAC_CURSOR": Cursor(epoch: source.tools.epoch, number: source.state.number).description,
                "ALMANAC_BYTES": "\(acceptance.bytes)",
                "ALMANAC_DURATION_USEC": duration.map { "\($0.microseconds)" },
            ])
    }

    /// Rows or fields of a document could not be read, and not just as many as in the one before.
    static func rejected(_ source: Source, _ count: Int) {
        log(
            .notice,
            "\(source.name): \(count) \(count == 1 ? "row or field" : "rows or fields") could not be read; "
                + "see: almanac rejects \(source.name)",
            .rowsRejected, ["ALMANAC_SOURCE": source.name.text, "ALMANAC_REJECTED": "\(count)"])
    }

    /// The members of the records are not those of the documents before.
    static func drifted(_ source: Source, _ news: [String]) {
        log(
            .notice, "the records of \(source.name) have another shape: \(news.joined(separator: ", "))",
            .shapeChanged,
            ["ALMANAC_SOURCE": source.name.text, "ALMANAC_MEMBERS": news.joined(separator: ", ")])
    }

    /// A source that was failing was asked successfully.
    static func back(_ source: Source, after failure: SourceState.Failure) {
        log(
            .notice,
            "\(source.name) is back after \(failure.count) failed attempt\(failure.count == 1 ? "" : "s")",
            .sourceBack,
            [
                "ALMANAC_SOURCE": source.name.text, "ALMANAC_KIND": source.definition.kind.rawValue,
                "ALMANAC_REASON": failure.reason,
            ])
    }

    /// An attempt failed, for another reason than the one before.
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

    /// The host that a source is asked of; `nil` when it is none.
    private static func host(_ source: Source) -> String? {
        guard case .url(let address) = source.definition.origin else { return nil }
        return Etiquette.host(of: address)
    }

    /// A definition cannot be used.
    static func skipped(_ fault: Catalogue.Fault) {
        log(
            .warning, "a definition is left out: \(fault.error)", .definitionSkipped,
            [
                "ALMANAC_SOURCE": fault.name?.text, "ALMANAC_FILE": fault.error.file,
                "ALMANAC_LINE": fault.error.line > 0 ? "\(fault.error.line)" : nil,
            ])
    }
}
