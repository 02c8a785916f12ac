extension Options {
    /// Reads a file's text behind what is there already, as a drop-in is read behind its definition.
    ///
    /// - Parameters:
    ///   - bytes: The text, UTF-8.
    ///   - file: The file's name, for messages.
    /// - Throws: At the first line that is no section, setting, comment or blank.
    public mutating func read(_ bytes: [UInt8], file: String) throws(OptionError) {
        var section = ""
        for (number, line) in try Options.lines(bytes, file) {
            if line.first == "[" {
                guard line.last == "]", line.count > 2 else {
                    throw OptionError(file: file, line: number, reason: "\"\(line)\" is not a [Section]")
                }
                section = String(line.dropFirst().dropLast())
            } else {
                try set(line, section, file, number)
            }
        }
    }

    private mutating func set(_ line: Substring, _ section: String, _ file: String, _ number: Int)
        throws(OptionError)
    {
        guard let equals = line.firstIndex(of: "="), equals != line.startIndex else {
            throw OptionError(file: file, line: number, reason: "\"\(line)\" is not a Key=value")
        }
        guard !section.isEmpty else {
            throw OptionError(file: file, line: number, reason: "\"\(line)\" stands before any [Section]")
        }
        let name = String(line[..<equals].trimmed)
        let value = String(line[line.index(after: equals)...].trimmed)
        if value.isEmpty {
            reset(section, name)
        } else {
            append(Entry(section: section, name: name, value: value, file: file, line: number))
        }
    }

    /// The lines that say something, joined where a `\` ends one, each with its number.
    private static func lines(_ bytes: [UInt8], _ file: String) throws(OptionError) -> [(Int, Substring)] {
        var found: [(Int, Substring)] = []
        var begun: (number: Int, text: String)?
        for (index, raw) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard let text = String(validating: raw, as: UTF8.self) else {
                throw OptionError(file: file, line: index + 1, reason: "not UTF-8")
            }
            let line = Substring(text).trimmed
            if line.first == "#" || line.first == ";" { continue }
            let joined = (begun?.text ?? "") + line
            let number = begun?.number ?? index + 1
            if joined.hasSuffix("\\") {
                begun = (number, joined.dropLast() + " ")
            } else {
                begun = nil
                if !joined.isEmpty { found.append((number, Substring(joined))) }
            }
        }
        if let begun { found.append((begun.number, Substring(begun.text).trimmed)) }
        return found
    }
}

extension Substring {
    /// Without blanks, tabs and carriage returns at either end.
    fileprivate var trimmed: Substring {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
        let utf8 = self.utf8
        guard let first = utf8.firstIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
        let last = utf8.lastIndex { !isBlank($0) } ?? first
        return self[first...last]
    }
}
