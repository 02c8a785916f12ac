import Records

/// Reads newsboat's file `urls`: on each line an address, then tags; a tag that begins with `~` is the title,
/// and `!` hides the feed there.
///
/// Source: newsboat's manual, section "Tagging".
struct NewsboatReader {
    private let text: [UInt8]

    init(_ text: [UInt8]) { self.text = text }

    /// Reads the whole list.
    ///
    /// - Throws: An error if it has too many lines.
    func read() throws(FeedListError) -> FeedList {
        var list = FeedList()
        var entries = 0
        for (index, line) in text.split(separator: .newline, omittingEmptySubsequences: false).enumerated() {
            let words = NewsboatReader.words(String(decoding: line, as: UTF8.self))
            guard let address = words.first, !address.hasPrefix("#") else { continue }
            entries += 1
            guard entries <= FeedList.mostEntries else {
                throw FeedListError(
                    line: index + 1, reason: "there are more than \(FeedList.mostEntries) lines")
            }
            do throws(FeedAddress.Refusal) {
                let url = try FeedAddress.checked(address)
                list.feeds.append(NewsboatReader.feed(url, Array(words.dropFirst()), line: index + 1))
            } catch {
                list.faults.append(FeedList.Fault(line: index + 1, text: error.shown, reason: error.reason))
            }
        }
        return list
    }

    private static func feed(_ url: String, _ words: [String], line: Int) -> FeedList.Feed {
        let title = words.first { $0.hasPrefix("~") }.map { String($0.dropFirst()).inOneLine }
        var tags: [String] = []
        for word in words where !word.hasPrefix("~") && word != "!" {
            if let tag = Slug.tag(word), !tags.contains(tag) { tags.append(tag) }
        }
        return FeedList.Feed(url: url, title: title.flatMap { $0.isEmpty ? nil : $0 }, tags: tags, line: line)
    }

    /// Returns the words of a line; double quotes contain blanks, and a backslash in them escapes.
    private static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if isEscaped {
                word?.unicodeScalars.append(scalar)
                isEscaped = false
            } else if isQuoted, scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isQuoted.toggle()
                word = word ?? ""
            } else if !isQuoted, scalar == " " || scalar == "\t" || scalar == "\r" {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(scalar)
            }
        }
        return words + [word].compactMap { $0 }
    }
}
