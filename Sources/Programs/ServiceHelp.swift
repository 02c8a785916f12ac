/// The help text of a service.
public nonisolated struct ServiceHelp: CustomStringConvertible {
    /// A term with its meaning, which stands beside it.
    public typealias Entry = (term: String, meaning: String)

    private static let width = 79

    private let usage: String
    private let paragraphs: [String]
    private let commands: [Entry]
    private let options: [Option]
    private let ends: [String]

    /// Describes a service.
    ///
    /// - Parameters:
    ///   - usage: The form of the command line.
    ///   - paragraphs: The purpose.
    ///   - commands: The commands; none for a program that only serves.
    ///   - options: The options.
    ///   - ends: The paragraphs after the options.
    public init(
        _ usage: String, _ paragraphs: [String], commands: [Entry] = [], options: [Option], ends: [String]
    ) {
        self.usage = usage
        self.paragraphs = paragraphs
        self.commands = commands
        self.options = options
        self.ends = ends
    }

    /// The text in lines of at most 79 columns, without a newline at the end.
    public var description: String {
        var parts = [["Usage: \(usage)"]] + paragraphs.map(wrapped)
        if !commands.isEmpty { parts.append(["Commands:"] + table(commands)) }
        parts.append(["Options:"] + table(options.map { ($0.usage, $0.summary) }))
        return (parts + ends.map(wrapped)).map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private func table(_ entries: [Entry]) -> [String] {
        let column = 4 + (entries.map(\.term.count).max() ?? 0)
        return entries.flatMap { entry in
            wrapped(entry.meaning, to: Self.width - column).enumerated().map { number, line in
                let term = "  " + (number == 0 ? entry.term : "")
                return term + String(repeating: " ", count: column - term.count) + line
            }
        }
    }

    private func wrapped(_ text: String) -> [String] { wrapped(text, to: Self.width) }

    private func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
