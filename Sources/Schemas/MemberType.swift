import Records

/// The type of the values of a member.
package indirect enum MemberType: Sendable {
    /// A number.
    case number
    /// A text; in JSON reports, an empty one counts as absent.
    case text
    /// A truth value.
    case flag
    /// A moment in UTC, such as `2026-11-29T06:30:00Z`.
    case moment
    /// A date, such as `2026-11-29`.
    case date
    /// A list of values of one type.
    case list(MemberType)
    /// An object of known members.
    case object([Member])
    /// An object whose names are values themselves, all of one type.
    case keyed(MemberKey, MemberType)
    /// One of several types.
    case either([MemberType])
    /// Any value; documents decide.
    case open
}

/// The kind of the names in an object whose names are values themselves.
package enum MemberKey: String, Sendable {
    /// Heights in feet: `3000`.
    case height
    /// Runways: `22L`.
    case runway
    /// Languages: `fr-CA`.
    case language
    /// Names that documents decide.
    case name

    /// Whether a name is one of them.
    package func matches(_ name: String) -> Bool {
        switch self {
        case .height: Int(name) != nil
        case .runway: name.utf8.contains(where: \.isDigit)
        case .language, .name: true
        }
    }
}

extension MemberType {
    /// The members of the object, or of the objects of a list or of an object; empty for any other type.
    package var members: [Member] {
        switch self {
        case .object(let members): members
        case .list(let element), .keyed(_, let element): element.members
        case .number, .text, .flag, .moment, .date, .either, .open: []
        }
    }

    /// The name in manual pages and messages.
    package var words: String {
        switch self {
        case .number: "number"
        case .text: "text"
        case .flag: "true"
        case .moment: "time"
        case .date: "date"
        case .list(.object): "list of objects"
        case .list(let element): "list of \(element.words)s"
        case .object: "object"
        case .keyed(let key, _): "object by \(key.rawValue)"
        case .either(let types): types.map(\.words).joined(separator: " or ")
        case .open: "any value"
        }
    }

    /// The member at a path; the index of a list may be omitted. `nil` if no value of this type has one.
    package func member(at path: ArraySlice<String>) -> Member? {
        guard let step = path.first else { return nil }
        switch self {
        case .object(let members):
            guard let member = members.named(step) else { return nil }
            return path.count == 1 ? member : member.type.member(at: path.dropFirst())
        case .list(let element):
            return element.member(at: path) ?? (Int(step) == nil ? nil : element.member(at: path.dropFirst()))
        case .keyed(let key, let element):
            return key.matches(step) ? element.member(at: path.dropFirst()) : nil
        case .number, .text, .flag, .moment, .date, .either, .open: return nil
        }
    }

    /// Whether a value of this type can have something at a path; the index of a list may be omitted.
    package func canHave(_ path: ArraySlice<String>) -> Bool {
        guard let step = path.first else { return true }
        switch self {
        case .object(let members): return members.named(step)?.type.canHave(path.dropFirst()) ?? false
        case .list(let element):
            return element.canHave(path) || Int(step) != nil && element.canHave(path.dropFirst())
        case .keyed(let key, let element): return key.matches(step) && element.canHave(path.dropFirst())
        case .either(let types): return types.contains { $0.canHave(path) }
        case .open: return true
        case .number, .text, .flag, .moment, .date: return false
        }
    }
}
