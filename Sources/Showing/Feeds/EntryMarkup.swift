import Records

/// The text of an entry as blocks, with its links and images, read from its HTML.
package struct EntryMarkup {
    /// The most lists and quotations around a block that are told apart.
    private static let deepest = 16
    private static let mostBlocks = 20_000

    /// The blocks, in order.
    package private(set) var blocks: [EntryBlock] = []
    /// The addresses of the links, in order.
    package private(set) var links: [String] = []

    private var block = EntryBlock()
    /// The open lists: the number of the next item, or `nil` if the items have none.
    private var lists: [Int?] = []
    private var quotes = 0
    private var preformatted = 0
    private var heading = 0
    /// Whether the text is raised or lowered; `nil` for neither.
    private var script: MarkupLayout.Role?
    /// The marker of an item that nothing follows yet.
    private var marker: String?
    private var link: Int?
    /// The element whose content is left out; `nil` for none.
    private var skipped: String?
    /// The name of the file around the address of one, such as `video`.
    private var medium = "file"

    /// Reads HTML.
    package init(_ html: some StringProtocol) {
        for token in MarkupTokens(html) where blocks.count < EntryMarkup.mostBlocks {
            switch token {
            case .tag(let tag): apply(tag)
            case .text(let text): if skipped == nil { write(text) }
            }
        }
        finishBlock()
        linkAddresses()
        if hasFilesAlone { describeFiles() }
    }

    /// Makes paragraphs of the lines of a text without markup.
    init(lines text: String) {
        for line in text.split(whereSeparator: \.isNewline).prefix(EntryMarkup.mostBlocks) {
            blocks.append(EntryBlock(runs: [EntryBlock.Run(text: String(line))]))
        }
        linkAddresses()
    }

    private mutating func apply(_ tag: MarkupTokens.Tag) {
        if let name = skipped {
            if tag.isEnd, tag.name == name { skipped = nil }
            return
        }
        if tag.name == "br" { return breakLine() }
        if tag.name == "td" || tag.name == "th" { return startCell() }
        if MarkupLayout.blocks.contains(tag.name) { finishBlock() }
        switch tag.name {
        case "script", "style", "svg": if !tag.isEnd { skipped = tag.name }
        case "a": applyLink(tag)
        case "blockquote": quotes = EntryMarkup.moved(quotes, tag)
        case "h1", "h2", "h3", "h4", "h5", "h6": heading = EntryMarkup.moved(heading, tag)
        case "tr": block.style = tag.isEnd ? .paragraph : .row
        case "img", "video", "audio", "source": applyFile(tag)
        default: applyRole(tag)
        }
    }

    private mutating func applyRole(_ tag: MarkupTokens.Tag) {
        switch MarkupLayout.roles[tag.name] {
        case .preformatted: preformatted = EntryMarkup.moved(preformatted, tag)
        case .list, .orderedList:
            guard !tag.isEnd else {
                _ = lists.popLast()
                marker = nil
                return
            }
            let first = tag.name == "ol" ? tag["start"].flatMap { Int($0) } ?? 1 : nil
            if lists.count < EntryMarkup.deepest { lists.append(first) }
        case .item: marker = tag.isEnd ? nil : nextMarker(tag)
        case let role? where role == .raised || role == .lowered: script = tag.isEnd ? nil : role
        default: break
        }
    }

    /// Returns a number of open elements after a tag.
    private static func moved(_ open: Int, _ tag: MarkupTokens.Tag) -> Int {
        tag.isEnd ? max(0, open - 1) : min(deepest, open + 1)
    }

    private mutating func nextMarker(_ tag: MarkupTokens.Tag) -> String {
        guard case .some(.some(let next)) = lists.last else { return MarkupLayout.bullet }
        let number = tag["value"].flatMap { Int($0) } ?? next
        lists[lists.count - 1] = number == .max ? number : number + 1
        return "\(number)."
    }

    /// Opens or closes a link; only absolute addresses count.
    private mutating func applyLink(_ tag: MarkupTokens.Tag) {
        link = nil
        guard !tag.isEnd, let address = tag["href"], EntryMarkup.isAddress(address) else { return }
        link = links.count
        links.append(address)
    }

    /// Whether a text is an absolute address of something to open.
    private static func isAddress(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":") else { return false }
        let scheme = text[..<colon].lowercased()
        return scheme.first?.isLetter == true && scheme.utf8.allSatisfy { $0 > .space && $0 != .slash }
            && !["javascript", "data", "vbscript"].contains(scheme)
    }

    private mutating func applyFile(_ tag: MarkupTokens.Tag) {
        let isImage = tag.name == "img"
        if !isImage, tag.name != "source" { medium = tag.isEnd ? "file" : tag.name }
        guard !tag.isEnd, !EntryMarkup.isInvisible(tag) else { return }
        let address = tag["src"].flatMap { EntryMarkup.isAddress($0) ? $0 : nil }
        guard isImage || address != nil else { return }
        let (text, title) = (EntryMarkup.oneLine(tag["alt"]), EntryMarkup.oneLine(tag["title"]))
        if isImage, MarkupLayout.isSign(text) { return write(text) }
        let words = [text, title == text ? "" : title].filter { !$0.isEmpty }.joined(separator: "; ")
        let name = isImage ? "image" : medium
        let shown = words.isEmpty ? "[\(name)]" : "[\(name): \(words)]"
        block.runs.append(EntryBlock.Run(text: shown, link: link, file: address ?? "", medium: name))
    }

    /// Whether an image is only there to be requested, such as one that counts readers.
    private static func isInvisible(_ tag: MarkupTokens.Tag) -> Bool {
        ["width", "height"].contains { name in tag[name].map { ["0", "1"].contains($0) } ?? false }
    }

    private static func oneLine(_ text: String?) -> String {
        (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private mutating func breakLine() { append("\n") }

    private mutating func startCell() {
        if block.runs.last.map({ !$0.text.hasSuffix(" ") }) ?? false { append("  ") }
    }

    private mutating func write(_ text: String) {
        if let script, let signs = MarkupLayout.script(text, script) { return append(signs) }
        guard preformatted == 0 else { return append(text.replacing(text: "\r", with: "")) }
        var words = ""
        for character in text {
            let isBlank = character.isWhitespace && character != "\u{A0}"
            let follows = words.last ?? block.runs.last?.text.last ?? " "
            if !isBlank { words.append(character) } else if !follows.isWhitespace { words.append(" ") }
        }
        append(words)
    }

    private mutating func append(_ text: String) {
        guard !text.isEmpty else { return }
        if let last = block.runs.last, last.link == link, last.file == nil {
            block.runs[block.runs.count - 1].text += text
        } else {
            block.runs.append(EntryBlock.Run(text: text, link: link))
        }
    }

    /// Finishes the block, unless it is blank.
    private mutating func finishBlock() {
        defer { block = EntryBlock() }
        guard block.runs.contains(where: { !$0.text.allSatisfy(\.isWhitespace) }) else { return }
        if preformatted > 0 {
            block.style = .preformatted
        } else if heading > 0 {
            block.style = .heading
        }
        block.depth = max(lists.count, marker == nil ? 0 : 1)
        block.isOrdered = lists.last.map { $0 != nil } ?? false
        block.quotes = quotes
        block.marker = marker
        marker = nil
        blocks.append(block)
    }

    /// Whether all that the entry has is images and other files.
    var hasFilesAlone: Bool {
        blocks.allSatisfy { block in
            block.runs.allSatisfy { $0.file != nil || $0.text.allSatisfy(\.isWhitespace) }
        }
    }

    /// Removes the brackets from descriptions, which are the text here, as that of a comic.
    private mutating func describeFiles() {
        for index in blocks.indices {
            for place in blocks[index].runs.indices {
                let run = blocks[index].runs[place]
                let start = "[\(run.medium): "
                guard run.file != nil, run.text.hasPrefix(start) else { continue }
                blocks[index].runs[place].text = String(run.text.dropFirst(start.count).dropLast())
            }
        }
    }
}

extension EntryMarkup {
    /// Makes links of the addresses of the web that stand in the text.
    private mutating func linkAddresses() {
        for index in blocks.indices where links.count < EntryMarkup.mostBlocks {
            blocks[index].runs = blocks[index].runs.flatMap { linked($0) }
        }
    }

    private mutating func linked(_ run: EntryBlock.Run) -> [EntryBlock.Run] {
        guard run.link == nil, run.file == nil, run.text.contains(text: "://") else { return [run] }
        var runs: [EntryBlock.Run] = []
        var rest = run.text[...]
        while let range = TextAddress.first(in: rest) {
            if range.lowerBound > rest.startIndex {
                runs.append(EntryBlock.Run(text: String(rest[..<range.lowerBound])))
            }
            runs.append(EntryBlock.Run(text: String(rest[range]), link: links.count))
            links.append(String(rest[range]))
            rest = rest[range.upperBound...]
        }
        return rest.isEmpty ? runs : runs + [EntryBlock.Run(text: String(rest))]
    }
}
