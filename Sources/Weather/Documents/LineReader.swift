import Records

/// A splitter of text into lines that end with LF or CR LF, for slices of any size.
struct LineReader {
    /// A line without its end.
    struct Line {
        /// The line number, from 1.
        let number: Int
        /// The offset in bytes from the start of the document.
        let offset: Int
        /// The bytes of the line, at most 64 KiB; the rest of a longer line is discarded.
        let bytes: [UInt8]
    }

    private var held: [UInt8] = []
    private var number = 1
    private var offset = 0
    private var length = 0

    /// Reads the next slice and returns the lines that are now complete.
    mutating func consume(_ bytes: Span<UInt8>) -> [Line] {
        var lines: [Line] = []
        for index in 0..<bytes.count {
            length += 1
            if bytes[index] == .newline {
                lines.append(finishLine())
            } else if held.count < 65_536 {
                held.append(bytes[index])
            }
        }
        return lines
    }

    /// Returns the last line if it has no line end.
    mutating func finish() -> [Line] { held.isEmpty ? [] : [finishLine()] }

    private mutating func finishLine() -> Line {
        while let last = held.last, last == .carriageReturn { held.removeLast() }
        defer {
            held.removeAll(keepingCapacity: true)
            number += 1
            offset += length
            length = 0
        }
        return Line(number: number, offset: offset, bytes: held)
    }
}

extension LineReader.Line {
    /// The line without leading control characters and with blanks in place of the others.
    ///
    /// Bulletins begin lines with the characters SOH or RS, which have no width and would shift the columns.
    var withoutControls: LineReader.Line {
        guard bytes.contains(where: \.isControl) else { return self }
        let kept = bytes.drop(while: \.isControl)
        return LineReader.Line(
            number: number, offset: offset + bytes.count - kept.count,
            bytes: kept.map { $0.isControl ? .space : $0 })
    }
}
