extension Options {
    /// Appends the settings of a file, as a drop-in is read after its definition.
    ///
    /// - Parameters:
    ///   - bytes: The text, UTF-8.
    ///   - file: The name of the file, for error messages.
    /// - Throws: `OptionError` if the text is not UTF-8, or at the first line that is not a section, setting,
    ///   comment or blank line.
    public mutating func read(_ bytes: [UInt8], file: String) throws(OptionError) {
        try Options.checkText(bytes, file: file)
        var lines = OptionLines(bytes)
        var section = ""
        reserveForFile()
        while let (number, line) = lines.next() {
            if line.first == .leftBracket {
                guard line.last == .rightBracket, line.count > 2 else {
                    throw OptionError(line, fault: "is not a [Section]", file: file, number: number)
                }
                section = line.dropFirst().dropLast().text
            } else {
                try set(line, section: section, file: file, number: number)
            }
        }
    }

    /// Appends the settings of a file as `read` does, but leaves out each line that cannot be read.
    ///
    /// - Parameters:
    ///   - bytes: The text, UTF-8.
    ///   - file: The name of the file, for error messages.
    ///   - section: Receives the name of each section, with the number of its line.
    /// - Returns: The errors at these lines, in order.
    public mutating func readLines(
        _ bytes: [UInt8], file: String, section: (String, Int) -> Void = { _, _ in }
    ) -> [OptionError] {
        var errors: [OptionError] = []
        var lines = OptionLines(bytes)
        var current = ""
        while let (number, line) = lines.next() {
            if line.first == .leftBracket, line.last == .rightBracket, line.count > 2 {
                current = line.dropFirst().dropLast().text
                section(current, number)
                continue
            }
            do throws(OptionError) {
                guard line.first != .leftBracket else {
                    throw OptionError(line, fault: "is not a [Section]", file: file, number: number)
                }
                try set(line, section: current, file: file, number: number)
            } catch {
                errors.append(error)
            }
        }
        return errors
    }

    private mutating func set(_ line: ArraySlice<UInt8>, section: String, file: String, number: Int)
        throws(OptionError)
    {
        guard let equals = line.firstIndex(of: .equals), equals > line.startIndex else {
            throw OptionError(line, fault: "is not a Key=value", file: file, number: number)
        }
        guard !section.isEmpty else {
            throw OptionError(line, fault: "is before the first [Section]", file: file, number: number)
        }
        let name = line[..<equals].trimmed.text
        let value = line[equals...].dropFirst().trimmed.text
        if value.isEmpty {
            reset(in: section, named: name)
        } else {
            append(Entry(section: section, name: name, value: value, file: file, line: number))
        }
    }

    private static func checkText(_ bytes: [UInt8], file: String) throws(OptionError) {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            let number = bytes[..<error.byteOffsets.lowerBound].count { $0 == .newline } + 1
            throw OptionError(file: file, line: number, reason: "not UTF-8")
        }
    }
}

extension OptionError {
    fileprivate init(_ line: ArraySlice<UInt8>, fault: String, file: String, number: Int) {
        self.init(file: file, line: number, reason: "\"\(line.text)\" \(fault)")
    }
}

extension ArraySlice<UInt8> {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
