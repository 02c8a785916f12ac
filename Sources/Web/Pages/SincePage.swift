import AlmanacClient
import AlmanacValues
import Records
import Showing
import WebPages

/// The page of the changes since a cursor, or without one of the newest changes.
struct SincePage: SitePage {
    /// The maximum number of changes that are read after a cursor.
    private static let mostAfter = 5000
    /// The maximum number of changes that are read without a cursor.
    private static let mostNewest = 500
    /// The words that say where the changes are that the page lacks.
    private static let advice = "almanac since, or /api/changes, has them"

    private let selector: Selector
    /// The query of the selector.
    private let selection: URLQuery
    private let after: String?

    /// Reads the selector and the cursor, `after=`, from a query.
    init(_ query: URLQuery) {
        selector = Selector(query)
        selection = URLQuery(query.withoutPreferences.items.filter { $0.name != "after" })
        after = query["after"]
    }

    var sources: [String] { selector.sources.isEmpty ? ["*"] : selector.sources }

    func load(_ site: SiteData, _ done: @escaping (Result<Rendering, PageError>) -> Void) {
        if let after, Cursor(after) == nil {
            return done(.failure(.invalid("after=\(after) is no cursor.")))
        }
        let limit = after == nil ? SincePage.mostNewest : SincePage.mostAfter
        let start = after.map { LogStart.cursor($0) } ?? .all
        site.log(of: selector, from: start, limit: limit) { result in
            result.pass(done) { log in
                site.calls.answer(to: .sources(selector)) { sources in
                    done(sources.map { rendering(log, $0) }.mapError { PageError($0) })
                }
            }
        }
    }

    private func rendering(_ log: SiteLog, _ sources: [Source]) -> Rendering {
        var digest = ChangeDigest()
        digest.add(log.changes)
        digest.gaps = log.gaps
        // All changes after a cursor were asked for; without one, only the newest.
        digest.isWhole = log.isWhole || after == nil
        let page = DigestPage(
            digest, from: after == nil ? .newest(advice: "mark them as read to see only later ones") : .link,
            asked: sources.count { $0.hasRecords }, gaps: log.gaps.list() + sources.flatMap(\.readingGaps),
            advice: SincePage.advice)
        let cut = Cut(
            shown: log.changes.count, of: log.isWhole ? log.changes.count : nil, "changes",
            advice: SincePage.advice)
        return Rendering(
            title: "Since", feed: "/api/changes.atom" + selection.suffix,
            sheet: SinceContent(
                page, until: log.cursor, query: selection.items.map { ($0.name, $0.value) }, cut: cut))
    }
}

/// The changes of a selector, as far as they were read.
struct SiteLog {
    /// The changes, newest first.
    private(set) var changes: [Event] = []
    /// The end of the log.
    private(set) var cursor = ""
    /// Whether these are all that were asked for and that the log has.
    private(set) var isWhole = false
    /// The reasons why the log lacks some.
    private(set) var gaps: LogGaps

    /// Makes the changes since a beginning, without any.
    fileprivate init(from start: LogStart) { gaps = LogGaps(from: start) }

    /// Adds a page.
    fileprivate mutating func add(_ page: LogPage) {
        changes += page.changes
        cursor = page.cursor
        isWhole = page.next == nil
        gaps.add(page)
    }
}

extension SiteData {
    /// Passes the changes of a selector from a beginning on, newest first, at most so many and so much as fits into
    /// the memory of one answer.
    func log(
        of selector: Selector, from start: LogStart, limit: Int,
        _ receive: @escaping (Result<SiteLog, PageError>) -> Void
    ) {
        log(of: selector, from: start, limit: limit, SiteLog(from: start), next: nil, memory: 0, receive)
    }

    private func log(
        of selector: Selector, from start: LogStart, limit: Int, _ earlier: SiteLog, next: String?,
        memory: Int, _ receive: @escaping (Result<SiteLog, PageError>) -> Void
    ) {
        let request = Request<LogPage>.log(
            selector, from: start, limit: min(1000, limit - earlier.changes.count), next: next)
        calls.answer(to: request) { [weak self] result in
            result.mapError { PageError($0) }.pass(receive) { page in
                var log = earlier
                log.add(page)
                let memory = memory + page.changes.compactMap(\.item).memory
                guard let next = page.next, log.changes.count < limit, memory < SiteData.mostMemory else {
                    return receive(.success(log))
                }
                self?.log(
                    of: selector, from: start, limit: limit, log, next: next, memory: memory, receive)
            }
        }
    }
}
