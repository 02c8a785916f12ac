/// A line of text in inks. Control characters and whatever else could play with a terminal are escaped
/// as soon as text comes in, so that no page can forget it.
public struct Line: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// A stretch of text in one ink.
    public struct Run: Hashable, Sendable {
        /// The text, escaped.
        public var text: String
        /// What it is written in.
        public let ink: Ink
    }

    /// The stretches, from left to right; neighbours differ in ink.
    public private(set) var runs: [Run] = []

    /// Makes a line of any text.
    public init(_ text: some StringProtocol, _ ink: Ink = .plain) {
        append(visible(text), ink)
    }

    /// Makes an empty line.
    public init() {}

    /// Makes a plain line of a literal.
    public init(stringLiteral value: String) { self.init(value) }

    /// How many columns it takes.
    public var cells: Int { runs.reduce(0) { $0 + $1.text.cells } }

    /// Whether nothing is written on it.
    public var isEmpty: Bool { runs.isEmpty }

    /// What is written, without inks.
    public var plain: String { runs.map(\.text).joined() }

    /// What is sent to the terminal.
    public func text(colored: Bool) -> String {
        guard colored else { return plain }
        return runs.map { $0.ink == .plain ? $0.text : "\u{1B}[\($0.ink.rawValue)m\($0.text)\u{1B}[0m" }
            .joined()
    }

    /// One line behind the other.
    public static func + (left: Line, right: Line) -> Line {
        var sum = left
        for run in right.runs { sum.append(run.text, run.ink) }
        return sum
    }

    /// Writes the right line behind the left one.
    public static func += (left: inout Line, right: Line) { left = left + right }

    /// The line behind `count` blanks.
    public func indented(_ count: Int) -> Line { Line(blanks: count) + self }

    /// The line, filled up with blanks to `width` columns.
    public func padded(to width: Int) -> Line { self + Line(blanks: max(0, width - cells)) }

    /// The line up to its last character that is no blank.
    var withoutBlanksAtTheEnd: Line {
        var line = self
        while let last = line.runs.last {
            let kept = last.text.reversed().drop { $0 == " " }.reversed()
            line.runs.removeLast()
            line.append(String(kept), last.ink)
            if !kept.isEmpty { break }
        }
        return line
    }

    /// A line of `count` blanks.
    init(blanks count: Int) { append(String(repeating: " ", count: count), .plain) }

    /// Takes in text that is known to be safe.
    mutating func append(_ text: String, _ ink: Ink) {
        guard !text.isEmpty else { return }
        if runs.last?.ink == ink {
            runs[runs.count - 1].text += text
        } else {
            runs.append(Run(text: text, ink: ink))
        }
    }
}

extension [Line] {
    /// The lines as one, parted by `separator`; empty ones leave no gap.
    func joined(by separator: String) -> Line {
        var sum = Line()
        for line in self where !line.isEmpty {
            if !sum.isEmpty { sum += Line(separator) }
            sum += line
        }
        return sum
    }
}
