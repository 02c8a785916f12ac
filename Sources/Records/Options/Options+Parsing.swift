extension Options {
    /// Reads a file's text behind what is there already, as a drop-in is read behind its definition.
    ///
    /// - Parameters:
    ///   - bytes: The text, UTF-8.
    ///   - file: The file's name, for messages.
    /// - Throws: When it is not UTF-8, else at the first line that is no section, setting, comment or blank.
    public mutating func read(_ bytes: [UInt8], file: String) throws(OptionError) {
        try Options.checkText(bytes, file)
        var lines = OptionLines(bytes)
        var section = ""
        while let (number, line) = lines.next() {
            if line.first == 0x5B {
                guard line.last == 0x5D, line.count > 2 else {
                    throw OptionError(line, "is not a [Section]", file, number)
                }
                section = line.dropFirst().dropLast().text
            } else {
                try set(line, section, file, number)
            }
        }
    }

    private mutating func set(_ line: ArraySlice<UInt8>, _ section: String, _ file: String, _ number: Int)
        throws(OptionError)
    {
        guard let equals = line.firstIndex(of: 0x3D), equals > line.startIndex else {
            throw OptionError(line, "is not a Key=value", file, number)
        }
        guard !section.isEmpty else {
            throw OptionError(line, "stands before any [Section]", file, number)
        }
        let name = line[..<equals].trimmed.text
        let value = line[equals...].dropFirst().trimmed.text
        if value.isEmpty {
            reset(section, name)
        } else {
            append(Entry(section: section, name: name, value: value, file: file, line: number))
        }
    }

    private static func checkText(_ bytes: [UInt8], _ file: String) throws(OptionError) {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            let number = bytes[..<error.byteOffsets.lowerBound].count { $0 == 0x0A } + 1
            throw OptionError(file: file, line: number, reason: "not UTF-8")
        }
    }
}

extension OptionError {
    fileprivate init(_ line: ArraySlice<UInt8>, _ fault: String, _ file: String, _ number: Int) {
        self.init(file: file, line: number, reason: "\"\(line.text)\" \(fault)")
    }
}

extension ArraySlice<UInt8> {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
