import AlmanacValues

/// Rendered pages, each kept until one of its sources changes, and for at most a minute, because pages
/// contain the present time.
final class PageCache {
    /// The path of a page with its query, and its form.
    struct Name: Hashable {
        let target: String
        let isText: Bool
    }

    private struct Entry {
        let content: Content
        let generation: Int
        let minute: Int64
    }

    private static let mostPages = 200

    private var entries: [Name: Entry] = [:]

    /// Returns a page that was rendered at this generation and in this minute; `nil` if there is none.
    func content(_ name: Name, generation: Int, minute: Int64) -> Content? {
        guard let entry = entries[name], entry.generation == generation, entry.minute == minute else {
            return nil
        }
        return entry.content
    }

    /// Keeps a page.
    func keep(_ content: Content, _ name: Name, generation: Int, minute: Int64) {
        if entries.count >= PageCache.mostPages {
            entries = entries.filter { $0.value.minute == minute }
            if entries.count >= PageCache.mostPages { entries = [:] }
        }
        entries[name] = Entry(content: content, generation: generation, minute: minute)
    }
}
