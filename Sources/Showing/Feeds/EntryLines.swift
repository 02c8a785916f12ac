/// The text of an entry for a terminal: the links are numbered, and their addresses follow the text.
struct EntryLines: Showable {
    /// The greatest width that is easy to read.
    private static let widest = 88

    private let markup: EntryMarkup
    /// The addresses with a number, in order, and the words for those of files.
    private var addresses: [(address: String, words: String)] = []
    /// The number of each address, from 1.
    private var numbers: [String: Int] = [:]

    init(_ markup: EntryMarkup) {
        self.markup = markup
        for block in markup.blocks { number(block) }
    }

    /// Returns the text, with an empty line before each paragraph and list, then the addresses.
    func lines(on paper: Paper) -> [Line] {
        let width = min(paper.width, EntryLines.widest)
        var lines: [Line] = []
        var last: EntryBlock?
        for block in markup.blocks {
            let follows = last.map { EntryLines.joins($0, block) } ?? false
            if !follows { lines.append(Line()) }
            lines += self.lines(of: block, width)
            last = block
        }
        return addresses.isEmpty ? lines : lines + [Line()] + list(paper.width)
    }

    /// Whether a block follows another without an empty line.
    private static func joins(_ last: EntryBlock, _ next: EntryBlock) -> Bool {
        (last.depth > 0 && next.depth > 0) || (last.style == .row && next.style == .row)
    }

    private mutating func number(_ block: EntryBlock) {
        for (index, run) in block.runs.enumerated() {
            if let file = run.file, !file.isEmpty {
                number(file, words: run.medium)
            }
            if let link = run.link, EntryLines.ends(link, at: index, of: block), !isShown(link, in: block) {
                number(markup.links[link], words: "")
            }
        }
    }

    private mutating func number(_ address: String, words: String) {
        guard numbers[address] == nil else { return }
        addresses.append((address, words))
        numbers[address] = addresses.count
    }

    /// Whether a link ends with a run.
    private static func ends(_ link: Int, at index: Int, of block: EntryBlock) -> Bool {
        index + 1 == block.runs.count || block.runs[index + 1].link != link
    }

    /// Whether the text of a link is its address.
    private func isShown(_ link: Int, in block: EntryBlock) -> Bool {
        let text = block.runs.filter { $0.link == link }.map(\.text).joined()
        let shown = text.filter { !$0.isWhitespace }
        return [shown, "mailto:" + shown].contains(markup.links[link])
    }

    private func lines(of block: EntryBlock, _ width: Int) -> [Line] {
        let quote = String(repeating: "> ", count: min(block.quotes, 4))
        let lists = String(repeating: "  ", count: min(max(0, block.depth - 1), 6))
        let marker = block.marker.map { $0 + " " } ?? (block.depth > 0 ? "  " : "")
        let indent = (lists + marker).cells
        let room = max(8, width - quote.cells - indent)
        let texts = logicalLines(of: block).flatMap { $0.wrapped(to: room) }
        return texts.enumerated().map { index, line in
            let lead = Line(index == 0 ? lists + marker : String(repeating: " ", count: indent))
            return (Line(quote, .faint) + lead + line).withoutBlanksAtTheEnd
        }
    }

    /// Returns the lines as the text divides them, with the numbers of the links.
    private func logicalLines(of block: EntryBlock) -> [Line] {
        var lines = [Line()]
        let ink: Ink = block.style == .heading ? .strong : .plain
        for (index, run) in block.runs.enumerated() {
            let parts = run.text.split(separator: "\n", omittingEmptySubsequences: false)
            for (place, part) in parts.enumerated() {
                if place > 0 { lines.append(Line()) }
                lines[lines.count - 1] += Line(EntryLines.readable(part), ink)
            }
            let isEnd = run.link.map { EntryLines.ends($0, at: index, of: block) } ?? false
            let ended = isEnd ? run.link.map { markup.links[$0] } : nil
            let marks = [run.file, ended].compactMap { $0.flatMap { numbers[$0] } }
            for number in marks { lines[lines.count - 1] += Line(" [\(number)]", .faint) }
        }
        return lines.map(\.withoutBlanksAtTheEnd)
    }

    /// Returns text without the marks that only say where a browser may break it, and tabs as spaces; other
    /// invisible characters are shown.
    private static func readable(_ text: Substring) -> String {
        var readable = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\t": readable.append(contentsOf: "    ".unicodeScalars)
            case "\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}": continue
            default: readable.append(scalar)
            }
        }
        return String(readable)
    }

    private func list(_ width: Int) -> [Line] {
        addresses.enumerated().flatMap { index, entry in
            let number = Line("[\(index + 1)]", .faint)
            let words = entry.words.isEmpty ? "" : " (\(entry.words))"
            return (number + Line(" ") + Line(entry.address) + Line(words, .faint)).wrapped(to: width)
        }
    }
}
