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
