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
