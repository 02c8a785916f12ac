import Records
import Rhythm
import TestDocuments

/// An upstream that publishes at recorded times: what it answers at each moment.
final class RecordedUpstream {
    /// The documents.
    nonisolated enum Style: Sendable {
        /// A report, which states the time of its observation.
        case metar
        /// A forecast, which states the time of its issue.
        case taf
        /// A feed whose entries state when they were published.
        case entries
        /// A feed whose entries state only when they were updated, as the commits of a repository do.
        case commits
        /// A table, of which `Last-Modified` states the time.
        case table

        /// The kind of the source.
        var kind: String {
            switch self {
            case .metar: "metar"
            case .taf: "taf"
            case .entries, .commits: "feed"
            case .table: "table"
            }
        }

        /// The sections of the definition after `[Source]`.
        var sections: String { self == .table ? "[Table]\nDelimiter=,\n[Record]\nKey=id\n" : "" }
    }

    /// The number of entries in a feed.
    private static let most = 10

    private let style: Style
    private let name: String
    /// The latest publications, and those that are not available yet.
    private var past: [RecordedPublication] = []
    private var rest: ArraySlice<RecordedPublication>

    init(_ style: Style, named name: String, _ publications: [RecordedPublication]) {
        self.style = style
        self.name = name
        rest = publications[...]
    }

    /// Returns the response at a moment; moments never decrease.
    func reply(at now: UTC) -> WebServer.Reply {
        while let next = rest.first, next.available <= now {
            past = past.suffix(RecordedUpstream.most - 1) + [next]
            rest = rest.dropFirst()
        }
        guard let latest = past.last?.published else { return WebServer.Reply() }
        switch style {
        case .metar: return WebServer.Reply(body: "\(name) \(RecordedUpstream.clock(latest))Z \(weather)\n")
        case .taf: return WebServer.Reply(body: forecast(of: latest))
        case .entries: return WebServer.Reply(body: feed(stating: "published"))
        case .commits: return WebServer.Reply(body: feed(stating: "updated"))
        case .table:
            let modified = "Last-Modified: \(latest.httpDate)"
            return WebServer.Reply(headers: [modified], body: "id,value\n1,\(latest.seconds)\n")
        }
    }

    private let weather = "27010KT 9999 SCT030 10/05 Q1013"

    private func forecast(of time: UTC) -> String {
        let hours = [time, time + .seconds(86_400)].map { RecordedUpstream.clock($0).prefix(4) }
        return "TAF \(name) \(RecordedUpstream.clock(time))Z \(hours[0])/\(hours[1]) 27010KT 9999 SCT030\n"
    }

    private func feed(stating member: String) -> String {
        let entries = past.reversed().map { entry in
            "<entry><id>urn:\(name):\(entry.published.seconds)</id><title>News</title>"
                + "<\(member)>\(entry.published)</\(member)></entry>"
        }
        return "<feed xmlns='http://www.w3.org/2005/Atom'><id>urn:\(name)</id><title>\(name)</title>"
            + entries.joined() + "</feed>"
    }

    /// Returns the day, the hour and the minute, as reports state them.
    private static func clock(_ time: UTC) -> String {
        let fields = time.fields
        return [fields.day, fields.hour, fields.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
    }
}

extension RecordedPublication {
    /// Reads the recorded publications of a source, of so many days from `start` on. Records of other times
    /// are moved by whole weeks.
    ///
    /// - Parameters:
    ///   - file: The name of the file in the corpus of `RhythmTests`.
    ///   - skipped: The number of days to leave out first.
    ///   - start: The start; `nil` for the first publication that is left.
    ///   - days: The number of days.
    /// - Returns: The publications in the order in which they became available.
    /// - Throws: An error if the file cannot be read.
    static func recorded(
        _ file: String, skipping skipped: Int = 0, from start: UTC? = nil, days: Int
    ) throws -> [RecordedPublication] {
        let bytes = try CorpusFile.bytes("../../RhythmTests/Corpus/\(file).csv")
        var all = try read(bytes, usesAvailability: true)
        if let first = all.first?.available, skipped > 0 {
            all = all.filter { $0.available >= first + .seconds(Int64(skipped) * 86_400) }
        }
        guard let first = all.first?.available else { return [] }
        let week: Int64 = 7 * 86_400
        let ahead = start.map { ($0 - first).microseconds / 1_000_000 } ?? 0
        let shift: Duration = .seconds(ahead - ((ahead % week) + week) % week)
        let end = (start ?? first) + .seconds(Int64(days) * 86_400)
        return all.map {
            RecordedPublication(
                published: $0.published + shift, available: $0.available + shift, isSpecial: $0.isSpecial)
        }
        .filter { $0.available <= end }
    }
}
