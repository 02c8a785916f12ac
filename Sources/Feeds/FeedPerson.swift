import Decoding
import Records

/// A person named in a feed.
struct FeedPerson {
    var name = ""
    var email = ""
    /// The text that contains both.
    var text = ""

    /// Adds a person to those that are known, unless one of them is named with more or the same words.
    static func add(_ name: String, to known: inout String?) {
        guard let earlier = known else {
            known = name
            return
        }
        if earlier.contains(text: name) { return }
        known = name.contains(text: earlier) ? name : "\(earlier), \(name)"
    }

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
