/// Somebody named in a feed.
struct FeedPerson {
    var name = ""
    var email = ""
    /// The text that stands for both.
    var text = ""

    /// `Name (mail)`, or what there is of it; `nil` when there is nothing.
    var description: String? {
        let (name, email) = (self.name.trimmingBlanks, self.email.trimmingBlanks)
        if !name.isEmpty, !email.isEmpty { return "\(name) (\(email))" }
        let known = name + email
        if !known.isEmpty { return known }
        return FeedPerson.named(text.trimmingBlanks)
    }

    /// A person written in one text: `mail (Name)` and `Name <mail>` become `Name (mail)`.
    private static func named(_ text: String) -> String? {
        guard !text.isEmpty else { return nil }
        for (open, close) in [("(", ")"), ("<", ">")] {
            guard text.hasSuffix(close), let start = text.range(of: open) else { continue }
            let outer = String(text[..<start.lowerBound]).trimmingBlanks
            let inner = String(text[start.upperBound...].dropLast()).trimmingBlanks
            guard !outer.isEmpty, !inner.isEmpty else { continue }
            if outer.contains("@"), !inner.contains("@") { return "\(inner) (\(outer))" }
            if inner.contains("@") { return "\(outer) (\(inner))" }
        }
        return text
    }
}

extension String {
    /// Where a text of one character stands first.
    fileprivate func range(of character: String) -> Range<String.Index>? {
        guard let start = firstIndex(where: { String($0) == character }) else { return nil }
        return start..<index(after: start)
    }
}
