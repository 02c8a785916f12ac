/// The texts of an entry, in any order.
///
/// The content is what the format calls content; without it, the longest of several summaries. The summary is
/// the first of those that remain, the format's own before those of other vocabularies. The description of a
/// media object, or of anything else in the entry, belongs to this, and is the summary of an entry without
/// other text.
struct EntryTexts {
    /// The roles of a text; a lower one counts first.
    enum Role: Int {
        case content
        case summary
        case otherSummary
        case subtitle
        case media
    }

    private var content: FeedText?
    private var summaries: [(role: Role, text: FeedText)] = []

    /// Adds a text, unless it is one more of the same content.
    mutating func add(_ text: FeedText, as role: Role) {
        if role == .content {
            content = content ?? text
        } else if summaries.count < 8, !summaries.contains(where: { $0.text == text }) {
            summaries.append((role, text))
        }
    }

    /// The summary and the content; `nil` for one that is missing.
    var chosen: (summary: FeedText?, content: FeedText?) {
        if content != nil || summaries.count < 2 { return (first(summaries.indices), content) }
        let full = longest
        return (first(summaries.indices.filter { $0 != full }), full.map { summaries[$0].text })
    }

    /// The place of the longest text that is no subtitle or description of media, if there are several.
    private var longest: Int? {
        let places = summaries.indices.filter { summaries[$0].role.rawValue <= Role.otherSummary.rawValue }
        guard places.count > 1 else { return nil }
        return places.max { summaries[$0].text.plain.utf8.count < summaries[$1].text.plain.utf8.count }
    }

    /// Returns the text among some places whose role counts first.
    private func first(_ places: some Sequence<Int>) -> FeedText? {
        let role = places.map { summaries[$0].role.rawValue }.min()
        let text = places.first { summaries[$0].role.rawValue == role }.map { summaries[$0].text }
        let isDescription = role.map { $0 < Role.media.rawValue } ?? false
        return isDescription || content == nil ? text : nil
    }
}
