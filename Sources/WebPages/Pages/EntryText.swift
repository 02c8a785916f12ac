import AlmanacValues
import Records
import Showing

/// The text of a feed's entry: paragraphs, lists, preformatted lines, with its links.
///
/// None of a feed's markup reaches the page: we read it into blocks, and make the page of these.
struct EntryText {
    private let item: Item
    private let markup: EntryMarkup

    init(_ item: Item) {
        self.item = item
        markup = item.entryMarkup
    }

    var html: HTML { HTML { add(markup.blocks[...], quotes: 0, to: &$0) } }

    /// Returns the first line of a text, shortened to so many bytes; empty if the name of the entry says it.
    static func summary(of item: Item, bytes: Int) -> String {
        guard !item.isNamedByAllText else { return "" }
        return item.entryText.split(whereSeparator: \.isNewline).first?.shortened(toBytes: bytes) ?? ""
    }

    /// Adds blocks, those within one more quotation as a quotation.
    private func add(_ blocks: ArraySlice<EntryBlock>, quotes: Int, to html: inout HTML) {
        var rest = blocks
        while let first = rest.first {
            let isQuoted = first.quotes > quotes
            let part = rest.prefix { ($0.quotes > quotes) == isQuoted }
            rest = rest.dropFirst(part.count)
            guard isQuoted else {
                add(part, depth: 0, to: &html)
                continue
            }
            html.add("blockquote") { add(part, quotes: quotes + 1, to: &$0) }
        }
    }

    /// Adds blocks, those within one more list as lists.
    private func add(_ blocks: ArraySlice<EntryBlock>, depth: Int, to html: inout HTML) {
        var rest = blocks
        while let first = rest.first {
            guard first.depth > depth else {
                add(first, to: &html)
                rest = rest.dropFirst()
                continue
            }
            let part = rest.prefix { block in
                block.depth > depth && (block.depth > depth + 1 || block.isOrdered == first.isOrdered)
            }
            rest = rest.dropFirst(part.count)
            html.add(first.isOrdered ? "ol" : "ul") { addItems(part, depth: depth + 1, to: &$0) }
        }
    }

    private func addItems(_ blocks: ArraySlice<EntryBlock>, depth: Int, to html: inout HTML) {
        var rest = blocks
        while let first = rest.first {
            let more = rest.dropFirst().prefix { $0.depth > depth || $0.marker == nil }
            rest = rest.dropFirst(1 + more.count)
            let number = first.isOrdered ? first.marker.map { String($0.dropLast()) } : nil
            html.add("li", ["value": number]) { item in
                if first.depth == depth { addRuns(of: first, to: &item) }
                add(first.depth == depth ? more : [first] + more, depth: depth, to: &item)
            }
        }
    }

    private func add(_ block: EntryBlock, to html: inout HTML) {
        switch block.style {
        case .heading: html.add("h3") { addRuns(of: block, to: &$0) }
        case .preformatted: html.add("pre") { addRuns(of: block, to: &$0) }
        case .paragraph, .row: html.add("p") { addRuns(of: block, to: &$0) }
        }
    }

    private func addRuns(of block: EntryBlock, to html: inout HTML) {
        for run in block.runs {
            let address = run.link.map { markup.links[$0] } ?? run.file
            guard let link = safeLink(address) else {
                addLines(run.text, isPreformatted: block.style == .preformatted, to: &html)
                continue
            }
            html.add("a", ["href": link, "rel": "noopener noreferrer external"]) {
                addLines(run.text, isPreformatted: block.style == .preformatted, to: &$0)
            }
        }
    }

    private func addLines(_ text: String, isPreformatted: Bool, to html: inout HTML) {
        guard !isPreformatted else { return html.add(text: text) }
        for (place, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if place > 0 { html.add(void: "br") }
            html.add(text: line)
        }
    }
}
