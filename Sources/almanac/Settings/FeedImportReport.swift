import Records
import Showing

/// The result of each entry of an imported list.
struct FeedImportReport {
    /// The result of an entry.
    enum Kind: String {
        /// The feed was added.
        case added
        /// The feed exists already, or occurs twice in the list.
        case known
        /// The entry cannot be added.
        case refused
    }

    /// An entry.
    struct Line {
        let kind: Kind
        let line: Int
        let text: String
        let reason: String
        let name: String?

        init(_ kind: Kind, line: Int, text: String, _ reason: String, name: String? = nil) {
            self.kind = kind
            self.line = line
            self.text = text
            self.reason = reason
            self.name = name
        }

        fileprivate var json: JSON {
            .members([
                "result": .string(kind.rawValue), "line": .int(line), "text": .string(text),
                "name": name.map(JSON.string), "reason": reason.isEmpty ? nil : .string(reason),
            ])
        }
    }

    private var lines: [Line] = []

    mutating func add(_ line: Line) { lines.append(line) }

    /// Returns the number of entries of a kind.
    func count(_ kind: Kind) -> Int { lines.count { $0.kind == kind } }

    /// Prints the entries in the order of the list: as JSON all of them, otherwise those that were not added,
    /// or in a trial all; then the numbers.
    func write(of path: String, isTrial: Bool, output: Output) {
        let ordered = lines.enumerated().sorted {
            ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
        }
        .map(\.element)
        guard output.json == nil else { return output.write(ordered.map(\.json)) }
        for line in ordered where isTrial || line.kind != .added {
            Terminal.write(visible(text(of: line, path: path)) + "\n")
        }
        guard !lines.isEmpty else { return Terminal.write("\(visible(path)) has no feeds\n") }
        let verb = isTrial ? "would be added" : "added"
        let counts =
            ["\(count(.added)) \(verb)"]
            + [(Kind.known, "known already"), (.refused, "refused")].filter { count($0.0) > 0 }
            .map { "\(count($0.0)) \($0.1)" }
        Terminal.write(counts.joined(separator: ", ") + "\n")
    }

    private func text(of line: Line, path: String) -> String {
        guard line.kind != .added else { return "\(line.name ?? "")  \(line.text)" }
        return "\(path):\(line.line): "
            + [line.text, line.reason].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
