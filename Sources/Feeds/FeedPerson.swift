import Decoding

/// A person named in a feed.
struct FeedPerson {
    var name = ""
    var email = ""
    /// The text that contains both.
    var text = ""

    /// `Name (mail)`, or the known part of it; `nil` if there is none.
    var description: String? {
        let name = self.name.trimmingBlanks
        let email = self.email.trimmingBlanks
        if !name.isEmpty, !email.isEmpty { return "\(name) (\(email))" }
        let known = name + email
        if !known.isEmpty { return known }
        let text = self.text.trimmingBlanks
        return text.isEmpty ? nil : text
    }
}

/// The authors of a feed or an entry, each once.
struct FeedAuthors {
    private var people: [String] = []

    /// The authors in order; `nil` if there is none.
    var text: String? { people.isEmpty ? nil : people.joined(separator: ", ") }

    /// Adds a person; of two descriptions of one person, the longer one counts.
    mutating func add(_ person: String) {
        guard let place = people.firstIndex(where: { FeedAuthors.describeOne($0, person) }) else {
            people.append(person)
            return
        }
        if person.utf8.count > people[place].utf8.count { people[place] = person }
    }

    /// Whether two texts are the same name, or one is `Name (mail)` or `mail (Name)` and the other a part of
    /// it.
    private static func describeOne(_ first: String, _ second: String) -> Bool {
        let isFirstShort = first.utf8.count < second.utf8.count
        let (short, long) = isFirstShort ? (first, second) : (second, first)
        return short == long || long.hasPrefix("\(short) (") || long.hasSuffix(" (\(short))")
    }
}
