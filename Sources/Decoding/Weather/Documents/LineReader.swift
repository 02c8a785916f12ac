/// Parts text into lines, which may end with LF or CR LF and stand in slices of any size.
struct LineReader {
    /// One line without its end.
    struct Line {
        /// Its number, 1 is the first.
        let number: Int
        /// Where it begins, bytes from the start of the document.
        let offset: Int
        /// Its bytes, at most 64 KiB; the rest of a longer one is dropped.
        let bytes: [UInt8]
    }

    private var held: [UInt8] = []
    private var number = 1
    private var offset = 0
    private var length = 0

    /// Takes in the next slice and gives the lines that are whole by now.
    mutating func take(_ bytes: Span<UInt8>) -> [Line] {
        var lines: [Line] = []
        for index in 0..<bytes.count {
            length += 1
            if bytes[index] == 0x0A {
                lines.append(end())
            } else if held.count < 65_536 {
                held.append(bytes[index])
            }
        }
        return lines
    }

    /// Gives the last line, when it has no end.
    mutating func finish() -> [Line] { held.isEmpty ? [] : [end()] }

    private mutating func end() -> Line {
        while let last = held.last, last == 0x0D { held.removeLast() }
        defer {
            held.removeAll(keepingCapacity: true)
            (number, offset, length) = (number + 1, offset + length, 0)
        }
        return Line(number: number, offset: offset, bytes: held)
    }
}
