/// A member of the data of records: its name, type and meaning.
package struct Member: Sendable {
    /// The name in JSON.
    package let name: String
    /// The type of its values.
    package let type: MemberType
    /// The meaning of its value: a noun phrase without a full stop.
    package let meaning: String
    /// The quantity that its number measures; `nil` if the number has no unit.
    package let quantity: Quantity?
    /// The texts that it can be; empty if any text is possible.
    package let choices: [String]
    /// Whether every record has it.
    package private(set) var isRequired = false
    /// The views that show its number on its own.
    package private(set) var views: MemberViews = []

    /// Creates a member.
    package init(
        _ name: String, _ type: MemberType, _ meaning: String, quantity: Quantity? = nil,
        choices: [String] = []
    ) {
        self.name = name
        self.type = type
        self.meaning = meaning
        self.quantity = quantity
        self.choices = choices
    }

    /// The unit of its numbers; `nil` if they have none.
    package var unit: String? { quantity?.unit }

    /// The name as words: `dewPoint` is `Dew point`.
    package var title: String { name.words.title }

    /// The member, which every record has.
    package var always: Member {
        var member = self
        member.isRequired = true
        return member
    }

    /// Returns the member, whose number these views show on its own.
    package func shown(in views: MemberViews) -> Member {
        var member = self
        member.views = views
        return member
    }
}

extension String {
    /// The words of a member's name, in lower case: `dewPoint` is `dew`, `point`.
    var words: [String] {
        var words = [""]
        for letter in self {
            if letter.isUppercase { words.append("") }
            words[words.count - 1] += letter.lowercased()
        }
        return words
    }
}

extension [String] {
    /// The words as a title: `Dew point`.
    var title: String {
        let text = joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}

extension Member {
    /// A number, with the quantity that it measures.
    package static func number(_ name: String, _ meaning: String, _ quantity: Quantity? = nil) -> Member {
        Member(name, .number, meaning, quantity: quantity)
    }

    /// A text, with the texts that are possible.
    package static func text(_ name: String, _ meaning: String, oneOf choices: [String] = []) -> Member {
        Member(name, .text, meaning, choices: choices)
    }

    /// A list of texts, with the texts that are possible.
    package static func texts(_ name: String, _ meaning: String, oneOf choices: [String] = []) -> Member {
        Member(name, .list(.text), meaning, choices: choices)
    }

    /// A truth value that is present only if it is true.
    package static func flag(_ name: String, _ meaning: String) -> Member { Member(name, .flag, meaning) }

    /// A moment.
    package static func moment(_ name: String, _ meaning: String) -> Member { Member(name, .moment, meaning) }

    /// An object.
    package static func object(_ name: String, _ meaning: String, _ members: [Member]) -> Member {
        Member(name, .object(members), meaning)
    }

    /// A list of objects.
    package static func objects(_ name: String, _ meaning: String, _ members: [Member]) -> Member {
        Member(name, .list(.object(members)), meaning)
    }
}

extension [Member] {
    /// The member of a name, byte for byte; `nil` if there is none.
    package func named(_ name: String) -> Member? {
        first { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The members in the order of their names, as records have them.
    package var inOrder: [Member] {
        sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}
