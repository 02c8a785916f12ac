/// The lines of a settings file, without comments and blank lines, continued lines joined.
///
/// Source: systemd.syntax(7).
struct OptionLines: IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    /// The number of the last line read.
    private var number = 0

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Returns the next line without blanks at its ends, and the number of its first physical line.
    mutating func next() -> (number: Int, line: ArraySlice<UInt8>)? {
        var begun: (number: Int, line: ArraySlice<UInt8>)?
        while let line = nextLine() {
            if line.first == .numberSign || line.first == .semicolon { continue }
            let joined = (begun?.number ?? number, begun.map { $0.line + line } ?? line)
            if joined.1.last == .backslash {
                begun = (joined.0, joined.1.dropLast() + [.space])
            } else if joined.1.isEmpty {
                begun = nil
            } else {
                return joined
            }
        }
        return begun.map { ($0.number, $0.line.trimmed) }
    }

    /// Returns the next physical line without blanks at its ends; `nil` after the last one.
    private mutating func nextLine() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        number += 1
        let line = rest.prefix { $0 != .newline }
        rest = rest.dropFirst(line.count + 1)
        return line.trimmed
    }
}

extension ArraySlice<UInt8> {
    /// The slice without blanks and carriage returns at either end.
    var trimmed: ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte.isBlank || byte == .carriageReturn }
        guard let first = firstIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
        let last = lastIndex { !isBlank($0) } ?? first
        return self[first...last]
    }
}
