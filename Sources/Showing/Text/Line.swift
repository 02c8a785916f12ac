/// A line of coloured text. Control characters and other characters that could manipulate a terminal are
/// escaped when text is added, so that no page can forget it.
public struct Line: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// A run of text in one colour.
    public struct Run: Hashable, Sendable {
        /// The text, escaped.
        public var text: String
        /// The colour of the text.
        public let ink: Ink
    }

    /// The runs, from left to right; neighbours differ in colour.
    public private(set) var runs: [Run] = []

    /// Makes a line of arbitrary text.
    public init(_ text: some StringProtocol, _ ink: Ink = .plain) {
        append(visible(text), in: ink)
    }

    /// Makes an empty line.
    public init() {}

    /// Makes a plain line of a literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// The number of columns that the line occupies.
    public var cells: Int { runs.reduce(0) { $0 + $1.text.cells } }

    /// Whether the line is empty.
    public var isEmpty: Bool { runs.isEmpty }

    /// The text without colours.
    public var plain: String { runs.map(\.text).joined() }

    /// Returns the text for the terminal.
    public func text(colored: Bool) -> String {
        guard colored else { return plain }
        return runs.map { $0.ink == .plain ? $0.text : "\u{1B}[\($0.ink.rawValue)m\($0.text)\u{1B}[0m" }
            .joined()
    }

    /// Returns both lines as one.
    public static func + (left: Line, right: Line) -> Line {
        var sum = left
        for run in right.runs { sum.append(run.text, in: run.ink) }
        return sum
    }

    /// Appends a line.
    public static func += (left: inout Line, right: Line) { left = left + right }

    /// Returns the line after `count` spaces.
    public func indented(_ count: Int) -> Line { Line(blanks: count) + self }

    /// Returns the line, padded with spaces to `width` columns.
    public func padded(to width: Int) -> Line { self + Line(blanks: max(0, width - cells)) }

    /// The line without trailing spaces.
    var withoutBlanksAtTheEnd: Line {
        var line = self
        while let last = line.runs.last {
            let kept = last.text.reversed().drop { $0 == " " }.reversed()
            line.runs.removeLast()
            line.append(String(kept), in: last.ink)
            if !kept.isEmpty { break }
        }
        return line
    }

    /// Makes a line of `count` spaces.
    init(blanks count: Int) { append(String(repeating: " ", count: count), in: .plain) }

    /// Appends text that is known to be safe.
    mutating func append(_ text: String, in ink: Ink) {
        guard !text.isEmpty else { return }
        if runs.last?.ink == ink {
            runs[runs.count - 1].text += text
        } else {
            runs.append(Run(text: text, ink: ink))
        }
    }
}

extension [Line] {
    /// Returns the lines as one, separated by `separator`; empty lines are skipped.
    func joined(by separator: String) -> Line {
        var sum = Line()
        for line in self where !line.isEmpty {
            if !sum.isEmpty { sum += Line(separator) }
            sum += line
        }
        return sum
    }
}

/// The colour of text: one of the terminal's own colours, so that its palette applies.
///
/// Only colours that are legible on light and dark backgrounds: no yellow, cyan or white. A colour never
/// carries information alone: the coloured word says the same.
///
/// Source: ECMA-48 §8.3.117, SGR; 94 is the bright blue of aixterm.
public enum Ink: String, Sendable, CaseIterable {
    /// The default colour.
    case plain = ""
    /// Bold: headings and important text.
    case strong = "1"
    /// Faint: secondary text.
    case faint = "2"
    /// Green: all is well.
    case good = "32"
    /// Blue: slightly worse.
    case fair = "94"
    /// Bold red: needs attention.
    case bad = "1;31"
    /// Magenta: the worst.
    case grave = "35"
}

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
