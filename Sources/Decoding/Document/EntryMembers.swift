import Records

/// The members of an entry of a feed, as parts of its canonical text: a document has many entries, of which few
/// have changed, and building each would take longer than reading the document.
struct EntryMembers {
    private let text: [UInt8]
    private let members: [(name: String, value: Range<Int>)]

    /// Reads the members of an entry; `nil` if its data are no object.
    init?(_ entry: Record) {
        guard let members = try? EntryMembers.members(of: entry.data.span) else { return nil }
        text = entry.data
        self.members = members
    }

    private static func members(
        of bytes: Span<UInt8>
    ) throws(JSONError) -> [(name: String, value: Range<Int>)] {
        var members: [(name: String, value: Range<Int>)] = []
        try JSONScanner.members(bytes) { (name, scanner) throws(JSONError) in
            let start = scanner.offset
            try scanner.skipValue(bytes)
            members.append((name, start..<scanner.offset))
        }
        return members
    }

    /// The text of a member's value; `nil` if there is none.
    subscript(name: String) -> ArraySlice<UInt8>? {
        members.first { $0.name == name }.map { text[$0.value] }
    }

    /// Whether all members but some are the same, in the same order.
    func equals(_ other: EntryMembers, besides names: Set<String>) -> Bool {
        let mine = members.filter { !names.contains($0.name) }
        let others = other.members.filter { !names.contains($0.name) }
        return mine.count == others.count
            && zip(mine, others).allSatisfy { member, match in
                let value = text.span.extracting(member.value)
                return member.name == match.name
                    && value.hasSameBytes(as: other.text.span.extracting(match.value))
            }
    }

    /// Returns the text with another value of a member, without it for `nil`; the members stay in the order of
    /// their names.
    func text(with name: String, _ value: ArraySlice<UInt8>?) -> [UInt8] {
        var writer = JSONWriter(capacity: text.count + 64)
        writer.beginObject()
        for member in members where member.name.precedes(name) { write(member, to: &writer) }
        if let value {
            writer.name(name)
            writer.literal(value.span)
        }
        for member in members where name.precedes(member.name) { write(member, to: &writer) }
        writer.endObject()
        return writer.finish()
    }

    private func write(_ member: (name: String, value: Range<Int>), to writer: inout JSONWriter) {
        writer.name(member.name)
        writer.literal(text.span.extracting(member.value))
    }
}
