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
        let text = self.text.trimmingBlanks
        return text.isEmpty ? nil : text
    }
}
