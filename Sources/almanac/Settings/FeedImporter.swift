import AlmanacClient
import AlmanacValues
import FeedLists
import Records
import Showing

/// Adds the feeds of a list that the daemon does not have yet, and reports on each.
struct FeedImporter {
    /// The maximum size of the contexts in one call, in bytes: a message holds 64 KiB.
    private static let largestCall = 60_000

    private let list: FeedList
    private let path: String
    private let isTrial: Bool
    private let daemon: Daemon
    private let output: Output

    init(_ list: FeedList, from path: String, isTrial: Bool, daemon: Daemon, output: Output) {
        self.list = list
        self.path = path
        self.isTrial = isTrial
        self.daemon = daemon
        self.output = output
    }

    /// Adds the feeds.
    ///
    /// - Returns: A failure if a part of the list could not be added; a feed that exists is no failure.
    func run() throws(CommandError) -> CommandStatus {
        for note in list.notes { Terminal.warn(visible("almanac: \(path): \(note)")) }
        var report = FeedImportReport()
        for fault in list.faults {
            report.add(FeedImportReport.Line(.refused, line: fault.line, text: fault.text, fault.reason))
        }
        let new = try news(noting: &report)
        for portion in portions(of: new) {
            let messages = try daemon.ask(.add(portion.map(\.context), isTrial: isTrial))
            for ((feed, context), message) in zip(portion, messages) {
                let kind: FeedImportReport.Kind = message == nil ? .added : .refused
                report.add(
                    FeedImportReport.Line(
                        kind, line: feed.line, text: feed.url, message ?? "", name: context.name))
            }
        }
        report.write(of: path, isTrial: isTrial, output: output)
        return report.count(.refused) == 0 ? .success : .failure
    }

    /// Returns the feeds that are new, with the descriptions of their sources.
    private func news(
        noting report: inout FeedImportReport
    ) throws(CommandError) -> [(feed: FeedList.Feed, context: SourceContext)] {
        let sources = try daemon.sources()
        var names = FeedNames(except: sources.map(\.name))
        var known = FeedAddresses()
        for source in sources { if let origin = source.origin { known.add(origin, as: source.name) } }
        var new: [(feed: FeedList.Feed, context: SourceContext)] = []
        for feed in list.distinctFeeds where known[feed.url] == nil {
            let name = names.name(of: feed).text
            known.add(feed.url, as: name)
            new.append((feed, FeedImporter.context(of: feed, named: name)))
        }
        reportKnown(&report, known, except: new.map(\.feed))
        return new
    }

    /// Reports the entries of feeds that the daemon has, or that an earlier entry of the list adds.
    private func reportKnown(
        _ report: inout FeedImportReport, _ known: FeedAddresses, except new: [FeedList.Feed]
    ) {
        var first = FeedAddresses()
        for feed in new { first.add(feed.url, as: "") }
        for feed in list.feeds {
            guard first.remove(feed.url) == nil, let name = known[feed.url] else { continue }
            let reason = "is already the source \(name)"
            report.add(
                FeedImportReport.Line(.known, line: feed.line, text: feed.url, reason, name: name))
        }
    }

    /// Returns the description of a feed's source.
    private static func context(of feed: FeedList.Feed, named name: String) -> SourceContext {
        var settings: [JSON.Member] = []
        if !feed.tags.isEmpty { settings.append(.init("Tags", .string(feed.tags.joined(separator: " ")))) }
        let folders = FeedList.settings(ofFoldersOf: feed).map { $0.replacing(text: "%%", with: "%%%%") }
        if !folders.isEmpty { settings.append(.init("Folder", .array(folders.map(JSON.string)))) }
        if feed.url.hasPrefix("http://") { settings.append(.init("AllowHTTP", "yes")) }
        // A definition reads %% as %.
        return SourceContext(
            name: name, kind: "feed", url: feed.url.replacing(text: "%%", with: "%%%%"),
            title: feed.title?.replacing(text: "%%", with: "%%%%"),
            options: settings.isEmpty ? nil : ["Source": .object(settings)])
    }

    /// Divides descriptions into calls of a size that the daemon accepts.
    private func portions(
        of new: [(feed: FeedList.Feed, context: SourceContext)]
    ) -> [[(feed: FeedList.Feed, context: SourceContext)]] {
        var portions: [[(feed: FeedList.Feed, context: SourceContext)]] = []
        var room = 0
        for entry in new {
            let size = entry.context.json.short.utf8.count + 1
            if size > room {
                portions.append([])
                room = FeedImporter.largestCall
            }
            portions[portions.count - 1].append(entry)
            room -= size
        }
        return portions
    }
}
