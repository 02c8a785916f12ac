extension Line {
    /// Returns the line broken at spaces so that no part is wider than `width`; a longer word is cut.
    ///
    /// - Parameters:
    ///   - width: The width in columns; at least 1 is assumed.
    ///   - indent: The spaces before every part but the first.
    /// - Returns: At least one line, without trailing spaces.
    public func wrapped(to width: Int, indent: Int = 0) -> [Line] {
        if cells <= width, runs.last?.text.hasSuffix(" ") != true { return [self] }
        var folder = Folder(width: max(1, width), indent: min(indent, max(0, width - 1)))
        for word in words { folder.add(word) }
        return folder.finish()
    }

    /// The maximum number of bytes of a cut line for each of its columns: combining marks take no column.
    private static let bytesOfColumn = 16

    /// Returns the line cut to `width` columns, and to 16 bytes for each of them; it ends with `…` if text is
    /// missing.
    public func cut(to width: Int) -> Line {
        let bytes = runs.reduce(0) { $0 + $1.text.utf8.count }
        guard cells > width || bytes > width * Line.bytesOfColumn else { return self }
        return prefix(max(0, width - 1)) + "…"
    }

    /// Returns the longest prefix that fits into `width` columns and 16 bytes for each of them.
    func prefix(_ width: Int) -> Line {
        var part = Line()
        var used = 0
        var bytes = width * Line.bytesOfColumn
        for run in runs {
            for character in run.text {
                bytes -= character.utf8.count
                guard used + character.cells <= width, bytes >= 0 else { return part }
                part.append(String(character), in: run.ink)
                used += character.cells
            }
        }
        return part
    }

    /// The words between spaces, each of one or more colours; a number and its unit are one word.
    var words: [Line] { wordsBetweenBlanks.gluingUnits }

    private var wordsBetweenBlanks: [Line] {
        var words = [Line]()
        var word = Line()
        for run in runs {
            for part in run.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
                if part.offset > 0 {
                    if !word.isEmpty { words.append(word) }
                    word = Line()
                }
                word.append(String(part.element), in: run.ink)
            }
        }
        return word.isEmpty ? words : words + [word]
    }

    /// Returns the rest of the line after `head`.
    fileprivate func dropping(_ head: Line) -> Line {
        var rest = Line()
        var left = head.plain.count
        for run in runs {
            let part = run.text.dropFirst(left)
            left = max(0, left - run.text.count)
            rest.append(String(part), in: run.ink)
        }
        return rest
    }
}

/// Distributes words over lines.
private struct Folder {
    let width: Int
    let indent: Int
    private var lines: [Line] = []
    private var line = Line()
    private var isFresh = true

    init(width: Int, indent: Int) {
        self.width = width
        self.indent = indent
    }

    mutating func add(_ word: Line) {
        if !isFresh, line.cells + 1 + word.cells > width { turn() }
        var rest = word
        while line.cells + (isFresh ? 0 : 1) + rest.cells > width {
            let head = rest.prefix(max(1, width - line.cells))
            guard !head.isEmpty, head != rest else { break }
            line += head
            rest = rest.dropping(head)
            turn()
        }
        if !isFresh {
            line.append(" ", in: line.runs.last?.ink == rest.runs.first?.ink ? rest.runs[0].ink : .plain)
        }
        line += rest
        isFresh = false
    }

    mutating func finish() -> [Line] {
        if !isFresh || lines.isEmpty { lines.append(line) }
        return lines
    }

    private mutating func turn() {
        lines.append(line)
        line = Line(blanks: indent)
        isFresh = true
    }
}

extension [Line] {
    /// The words, with each number joined to its unit, so that no line ends between `12` and `kt`.
    fileprivate var gluingUnits: [Line] {
        var glued: [Line] = []
        for word in self {
            if let last = glued.last, last.plain.last?.isNumber == true, isUnit(word.plain) {
                glued[glued.count - 1] = last + Line(" ", word.runs[0].ink) + word
            } else {
                glued.append(word)
            }
        }
        return glued
    }
}

private func isUnit(_ word: String) -> Bool {
    units.contains(word.last.map { ",.;)".contains($0) ? String(word.dropLast()) : word } ?? "")
}

private let units: Set = [
    "kt", "ft", "m", "km", "mi", "SM", "NM", "mph", "km/h", "°C", "°F", "hPa", "inHg", "%", "s", "min", "h",
    "d",
    "B", "kB", "MB",
]
