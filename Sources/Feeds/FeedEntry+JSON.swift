import Records

extension FeedEntry {
    /// The canonical bytes of `data`, written without building values.
    var canonicalData: [UInt8] {
        guard episode == nil else { return data.canonical.bytes }
        let length = (content?.richest.utf8.count ?? 0) + (summary?.richest.utf8.count ?? 0)
        var writer = JSONWriter(capacity: 2 * length + 512)
        writer.beginObject()
        write("author", text: author, to: &writer)
        write("comments", text: comments, to: &writer)
        write("content", text: content?.richest, to: &writer)
        write("created", moment: created, to: &writer)
        if !enclosures.isEmpty {
            writer.name(plain: "enclosures")
            writer.value(JSON.array(enclosures.map(\.data)).canonical)
        }
        write("id", text: id, to: &writer)
        write("image", text: image, to: &writer)
        write("language", text: language, to: &writer)
        write("link", text: link, to: &writer)
        write("published", moment: published, to: &writer)
        if !unreadTimes.isEmpty {
            writer.name(plain: "reported")
            writer.value(JSON.object(unreadTimes.map { .init($0.key, .string($0.value)) }).canonical)
        }
        write("summary", text: summary?.richest, to: &writer)
        if !tags.isEmpty {
            writer.beginArray(plain: "tags")
            for tag in tags { writer.string(tag) }
            writer.endArray()
        }
        write("text", text: (content ?? summary)?.plain, to: &writer)
        write("title", text: title?.plain, to: &writer)
        write("updated", moment: updated, to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// Writes a text; blank text counts as absent.
    private func write(_ name: StaticString, text: String?, to writer: inout JSONWriter) {
        guard let text, text.utf8.contains(where: { $0 > .space }) else { return }
        writer.member(plain: name, text)
    }

    private func write(_ name: StaticString, moment: UTC?, to writer: inout JSONWriter) {
        guard let moment else { return }
        writer.member(plain: name, moment)
    }
}
