extension Options {
    /// Returns the text of a file that reads back as these entries, in this order.
    ///
    /// The format has no escapes, so what it cannot express is refused.
    ///
    /// Source: systemd.syntax(7).
    ///
    /// - Parameter comment: The first line, without the `#`.
    /// - Returns: The text.
    /// - Throws: An error at the first entry that would be read otherwise than it was written.
    public func text(comment: String) throws(OptionError) -> String {
        var text = "# \(comment)\n"
        var section = ""
        for entry in entries {
            if let fault = entry.writingFault { throw OptionError(entry, fault) }
            // String's own equality would join two sections whose names are canonically equivalent.
            if !entry.section.utf8.elementsEqual(section.utf8) { text += "[\(entry.section)]\n" }
            section = entry.section
            text += "\(entry.name)=\(entry.value)\n"
        }
        return text
    }

    /// Returns the first entry that differs from that of other options, byte by byte; files and lines do not
    /// count.
    ///
    /// - Returns: `nil` when all are equal; an entry of either when one has more.
    public func firstDifference(from other: Options) -> Entry? {
        for (mine, theirs) in zip(entries, other.entries) where !mine.says(theirs) { return mine }
        let common = min(entries.count, other.entries.count)
        return entries.dropFirst(common).first ?? other.entries.dropFirst(common).first
    }
}

extension Options.Entry {
    /// The reason why a file cannot hold the entry as it is; `nil` when it can.
    fileprivate var writingFault: String? {
        if section.isEmpty || section.unicodeScalars.contains(where: \.isControl) {
            return "has a section that cannot be written: \"\(section)\""
        }
        if !name.isWritableName { return "has a name that cannot be written" }
        if value.isEmpty { return "has no value, which would discard the previous values" }
        if value.unicodeScalars.contains(where: { $0.isControl && $0 != "\t" }) {
            return "has a control character, which cannot be written"
        }
        if value.utf8.last == UInt8(ascii: "\\") {
            return "ends with a backslash, which would join the next line to it"
        }
        return value.hasBlankEdge ? "begins or ends with a blank, which would be lost" : nil
    }

    fileprivate func says(_ other: Self) -> Bool {
        section.utf8.elementsEqual(other.section.utf8) && name.utf8.elementsEqual(other.name.utf8)
            && value.utf8.elementsEqual(other.value.utf8)
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}

extension String {
    /// Whether a reader would remove a blank from either end.
    fileprivate var hasBlankEdge: Bool {
        func isBlank(_ byte: UInt8?) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        return isBlank(utf8.first) || isBlank(utf8.last)
    }

    /// Whether a line that begins with this and `=` is read as a setting of this name.
    fileprivate var isWritableName: Bool {
        guard let first = utf8.first else { return false }
        let isOther = first == UInt8(ascii: "#") || first == UInt8(ascii: ";") || first == UInt8(ascii: "[")
        return !isOther && !hasBlankEdge && !utf8.contains(UInt8(ascii: "="))
            && !unicodeScalars.contains(where: \.isControl)
    }
}
