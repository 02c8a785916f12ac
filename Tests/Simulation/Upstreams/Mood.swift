/// The behaviour of an upstream for some time.
enum Mood: Equatable {
    case well
    /// It accepts no connection, or its name is not known.
    case refused
    case unknownName
    /// The lookup of its name takes minutes, or leads to this machine and the local network.
    case slowName
    case privateName
    /// It never answers, or only a few bytes at a time.
    case silent
    case slow
    /// It has several addresses, two of which must not be used.
    case manyAddresses
    /// Its answer is a page for people, a table with another name of a column, a part of the document, or
    /// empty.
    case garbage
    case renamed
    case truncated
    case emptied
    /// Its answer is a part of the document without a sign of it, or a page for people that has the validator
    /// of the document and that caches may keep for a day.
    case shortened
    case cachedError
    /// Its answer is one of the documents that it stated before.
    case earlier
    /// It answers with an error.
    case status(Int)
    /// It asks to wait.
    case busy(seconds: Int)
    /// It redirects to another path of its own, for good or for now, or to another host.
    case movedForGood
    case movedForNow
    case elsewhere
    /// It sends no validators, or Last-Modified instead of an ETag.
    case withoutValidators
    case dated
    /// It compresses the document, or says how long it does not change.
    case compressed
    case lasting(seconds: Int)
    /// Its clock is wrong.
    case wrongDate

    /// A mood that lets requests fail.
    static func bad(_ chance: inout Chance) -> Mood {
        chance.pick([
            .refused, .unknownName, .slowName, .privateName, .silent, .garbage, .renamed, .truncated,
            .emptied,
            .status(404), .status(500), .status(503), .status(403), .busy(seconds: 30 + chance.below(3600)),
        ])
    }

    /// A mood that requests survive.
    static func odd(_ chance: inout Chance) -> Mood {
        chance.pick([
            .slow, .movedForNow, .movedForGood, .elsewhere, .withoutValidators, .wrongDate, .manyAddresses,
            .dated, .compressed, .lasting(seconds: 30 + chance.below(3600)),
        ])
    }
}

extension Mood: CustomStringConvertible {
    private static let plain: [(String, Mood)] = [
        ("well", .well), ("refused", .refused), ("unknown-name", .unknownName), ("silent", .silent),
        ("slow", .slow), ("garbage", .garbage), ("truncated", .truncated), ("emptied", .emptied),
        ("moved-for-good", .movedForGood), ("moved-for-now", .movedForNow), ("elsewhere", .elsewhere),
        ("without-validators", .withoutValidators),
        ("wrong-date", .wrongDate), ("slow-name", .slowName), ("private-name", .privateName),
        ("many-addresses", .manyAddresses), ("dated", .dated), ("compressed", .compressed),
        ("renamed", .renamed), ("shortened", .shortened), ("earlier", .earlier),
        ("cached-error", .cachedError),
    ]

    var description: String {
        switch self {
        case .status(let code): "status:\(code)"
        case .busy(let seconds): "busy:\(seconds)"
        case .lasting(let seconds): "lasting:\(seconds)"
        default: Mood.plain.first { $0.1 == self }?.0 ?? ""
        }
    }

    /// Reads the text of a mood; `nil` if it is none.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ":")
        if let mood = Mood.plain.first(where: { $0.0 == text })?.1 {
            self = mood
        } else if parts.count == 2, let number = Int(parts[1]), parts[0] == "status" {
            self = .status(number)
        } else if parts.count == 2, let number = Int(parts[1]), parts[0] == "busy" {
            self = .busy(seconds: number)
        } else if parts.count == 2, let number = Int(parts[1]), parts[0] == "lasting" {
            self = .lasting(seconds: number)
        } else {
            return nil
        }
    }
}
