import Records

/// The first place where two values differ, for the message of a check.
struct Difference: CustomStringConvertible {
    /// The place in the value, such as `/wind/speed`; empty for the whole value.
    private let place: String
    private let found: JSON
    private let expected: JSON

    init(_ found: JSON, from expected: JSON) { self.init(found, from: expected, at: "") }

    private init(_ found: JSON, from expected: JSON, at place: String) {
        for (name, one, other) in Self.parts(found, expected) where one != other {
            self = Difference(one, from: other, at: "\(place)/\(name)")
            return
        }
        (self.place, self.found, self.expected) = (place, found, expected)
    }

    /// The members or elements of two values by name or number; none if they are not of the same form.
    private static func parts(_ found: JSON, _ expected: JSON) -> [(String, JSON, JSON)] {
        if let one = found.object, let other = expected.object {
            let names = Set((one + other).map(\.name)).sorted()
            return names.map { ($0, found[$0] ?? .null, expected[$0] ?? .null) }
        }
        guard let one = found.array, let other = expected.array, one.count == other.count else { return [] }
        return one.indices.map { ("\($0)", one[$0], other[$0]) }
    }

    var description: String {
        "\(place.isEmpty ? "" : "\(place) ")is \(found.summary), not \(expected.summary)"
    }
}

extension JSON {
    /// The beginning of its text, for messages.
    var summary: String {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.count > 200 ? "\(text.prefix(200))…" : text
    }

    /// An entry of a feed without the time of its reception, which it has if the daemon's clock, wrong at that
    /// time, took it for one of the future.
    var withoutReception: JSON {
        object.map { .object($0.filter { $0.name != "received" }) } ?? self
    }
}
