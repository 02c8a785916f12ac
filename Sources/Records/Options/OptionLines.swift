/// The lines of a file of settings that say something, joined where a `\` ends one, each with its number.
///
/// Source: systemd.syntax(7).
struct OptionLines: IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    /// The number of the line that was read last.
    private var number = 0

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// The next of them, without blanks at its ends, and the number of the line on which it begins.
    mutating func next() -> (number: Int, line: ArraySlice<UInt8>)? {
        var begun: (number: Int, line: ArraySlice<UInt8>)?
        while let line = nextLine() {
            if line.first == 0x23 || line.first == 0x3B { continue }
            let joined = (begun?.number ?? number, begun.map { $0.line + line } ?? line)
            if joined.1.last == 0x5C {
                begun = (joined.0, joined.1.dropLast() + [0x20])
            } else if joined.1.isEmpty {
                begun = nil
            } else {
                return joined
            }
        }
        return begun.map { ($0.number, $0.line.trimmed) }
    }

    /// The next line of the text, whatever it says, without blanks at its ends; `nil` behind the last.
    private mutating func nextLine() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        number += 1
        let line = rest.prefix { $0 != 0x0A }
        rest = rest.dropFirst(line.count + 1)
        return line.trimmed
    }
}

extension ArraySlice<UInt8> {
    /// Without blanks, tabs and carriage returns at either end.
    var trimmed: ArraySlice<UInt8> {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        guard let first = firstIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
        let last = lastIndex { !isBlank($0) } ?? first
        return self[first...last]
    }
}
