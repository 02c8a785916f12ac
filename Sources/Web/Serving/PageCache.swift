import AlmanacValues
import Records

/// Rendered pages, each kept until one of its sources changes, and for at most a minute, because pages
/// contain the present time.
///
/// A page that is being loaded is loaded once for all clients that wait for it, unless one of its sources
/// changes meanwhile: clients that ask after the change get a page that contains it.
final class PageCache {
    /// The path of a page, its query, and its form.
    struct Name: Hashable {
        let path: String
        let query: String
        let isText: Bool
    }

    /// A page, or the reason why there is none.
    typealias Outcome = Result<Content, PageError>

    private final class Entry {
        let sources: [Glob]
        let minute: Int64
        /// The page; `nil` while it is being loaded.
        var content: Content?
        var waiting: [(Outcome) -> Void] = []

        init(_ sources: [Glob], minute: Int64) {
            self.sources = sources
            self.minute = minute
        }
    }

    private static let mostPages = 200
    /// The maximum size of all pages in bytes, before compression.
    private static let mostBytes = 8 << 20

    private var entries: [Name: Entry] = [:]

    /// Returns a page that is kept and was rendered in this minute; `nil` if there is none.
    func content(_ name: Name, minute: Int64) -> Content? { entry(name, minute: minute)?.content }

    /// Passes a page, which is loaded unless it is kept or being loaded.
    ///
    /// - Parameters:
    ///   - name: The name of the page.
    ///   - sources: The globs of the sources that it shows.
    ///   - minute: The present minute.
    ///   - load: Loads the page, and passes it with whether it can be kept.
    ///   - receive: Called with the page.
    func page(
        _ name: Name, of sources: [String], minute: Int64,
        load: (@escaping (Outcome, _ canBeKept: Bool) -> Void) -> Void,
        receive: @escaping (Outcome) -> Void
    ) {
        if let entry = entry(name, minute: minute) {
            guard let content = entry.content else { return entry.waiting.append(receive) }
            return receive(.success(content))
        }
        makeRoom(minute: minute)
        let entry = Entry(sources.map { Glob($0) }, minute: minute)
        entry.waiting = [receive]
        entries[name] = entry
        load { [weak self] in self?.finish(entry, name, $0, canBeKept: $1) }
    }

    /// Drops the pages that show a source.
    func forget(_ source: String) {
        entries = entries.filter { entry in !entry.value.sources.contains { $0.matches(source) } }
    }

    /// Drops all pages.
    func forgetAll() { entries = [:] }

    private func entry(_ name: Name, minute: Int64) -> Entry? {
        guard let entry = entries[name], entry.minute == minute else { return nil }
        return entry
    }

    private var bytes: Int { entries.values.reduce(0) { $0 + ($1.content?.bytes.count ?? 0) } }

    private func finish(_ entry: Entry, _ name: Name, _ outcome: Outcome, canBeKept: Bool) {
        if entries[name] === entry {
            entry.content = canBeKept ? try? outcome.get() : nil
            if entry.content == nil { entries[name] = nil }
        }
        let waiting = entry.waiting
        entry.waiting = []
        for receive in waiting { receive(outcome) }
    }

    private func makeRoom(minute: Int64) {
        guard isFull else { return }
        entries = entries.filter { $0.value.minute == minute }
        if isFull { entries = [:] }
    }

    private var isFull: Bool { entries.count >= PageCache.mostPages || bytes >= PageCache.mostBytes }
}
