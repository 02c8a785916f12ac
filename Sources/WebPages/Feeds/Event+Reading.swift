import AlmanacValues
import Records
import Showing

extension Event {
    /// The maximum length of a text, in characters of Unicode.
    private static let longestText = 20_000

    /// Returns the event with texts that are safe and not longer than a feed should repeat.
    ///
    /// - Parameter title: The title of the record if the event does not state it.
    /// - Returns: The event without control characters and bidirectional controls, with a title in one line.
    func forReading(title: String?) -> Event {
        var members = (json.object ?? []).map { member in
            JSON.Member(member.name, Event.harmlessValue(member.value))
        }
        if self.item?.title == nil, let title { members.append(JSON.Member("title", .string(title))) }
        for index in members.indices where ["key", "title"].contains(members[index].name) {
            members[index].value = .string(oneLine(members[index].value.string ?? ""))
        }
        // Only texts differ, so that it parses like the original.
        return Event(.object(members)) ?? self
    }

    private static func harmlessValue(_ value: JSON) -> JSON {
        switch value {
        case .string(let text): .string(shortened(text))
        case .array(let elements): .array(elements.map(harmlessValue))
        case .object(let members):
            .object(members.map { JSON.Member(shortened($0.name), harmlessValue($0.value)) })
        case .null, .bool, .number: value
        }
    }

    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > longestText else { return harmless(text) }
        return harmless(String(text.unicodeScalars.prefix(longestText))) + "…"
    }
}

/// Returns text without characters that a terminal or a reader would interpret, in one line.
func oneLine(_ text: String) -> String {
    harmless(text).split { $0.isNewline || $0 == " " }.joined(separator: " ")
}
