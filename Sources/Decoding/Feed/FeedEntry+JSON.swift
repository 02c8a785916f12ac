import Records

extension FeedEntry {
    /// The canonical bytes of `data`, written without making values.
    var canonicalData: [UInt8] {
        let length = (content?.richest.utf8.count ?? 0) + (summary?.richest.utf8.count ?? 0)
        var writer = JSONWriter(capacity: 2 * length + 512)
        writer.beginObject()
        write("author", author, &writer)
        write("comments", comments, &writer)
        write("content", content?.richest, &writer)
        write("created", created?.description, &writer)
        if !enclosures.isEmpty {
            writer.name("enclosures")
            writer.value(JSON.array(enclosures.map(\.data)).canonical)
        }
        write("id", id, &writer)
        write("image", image, &writer)
        write("language", language, &writer)
        write("link", link, &writer)
        write("published", published?.description, &writer)
        if !unreadTimes.isEmpty {
            writer.name("reported")
            writer.value(JSON.object(unreadTimes.map { .init($0.key, .string($0.value)) }).canonical)
        }
        write("summary", summary?.richest, &writer)
        if !tags.isEmpty {
            writer.name("tags")
            writer.value(.array(tags.map(JSON.string)))
        }
        write("text", (content ?? summary)?.plain, &writer)
        write("title", title?.plain, &writer)
        write("updated", updated?.description, &writer)
        writer.endObject()
        return writer.bytes
    }

    /// Blank is absent.
    private func write(_ name: String, _ text: String?, _ writer: inout JSONWriter) {
        guard let text, text.utf8.contains(where: { $0 > 0x20 }) else { return }
        writer.name(name)
        writer.string(text)
    }
}
