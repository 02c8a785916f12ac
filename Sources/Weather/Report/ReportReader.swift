import Records
import Schemas

/// A filter that keeps the members of a JSON report that have the right type.
struct ReportReader {
    /// The members of a wrong type, by path.
    private(set) var rejects: [Reject] = []

    /// Returns the parts of a value that fit its type; `nil` if none does, or it is null or empty text.
    mutating func read(_ value: JSON, as type: MemberType, at path: String) -> JSON? {
        if value.isNull { return nil }
        switch (type, value) {
        case (.number, .number) where value.double?.isFinite == true:
            return value.double.map(ReportReader.rounded)
        case (.text, .string(let text)): return text.isEmpty ? nil : value
        case (.open, _): return ReportReader.present(value)
        case (.flag, .bool): return value
        case (.moment, .string(let text)):
            if let moment = UTC(iso8601: text) { return .string(moment.description) }
        case (.list(let element), .array(let elements)):
            return .array(
                elements.enumerated().compactMap { read($1, as: element, at: "\(path).\($0)") })
        case (.object(let known), .object(let members)): return object(members, known: known, path: path)
        case (.keyed(_, let level), .object(let members)): return numbered(members, type: level, path: path)
        default: break
        }
        let found = String(decoding: value.bytes.prefix(100), as: UTF8.self)
        rejects.append(Reject(field: path, found: found, reason: "not \(type.name)"))
        return nil
    }

    private mutating func object(
        _ members: [JSON.Member], known: [Member], path: String
    ) -> JSON? {
        var kept: [JSON.Member] = []
        for member in members {
            guard let type = known.named(member.name)?.type else { continue }
            let place = path.isEmpty ? member.name : "\(path).\(member.name)"
            if let value = read(member.value, as: type, at: place) { kept.append(.init(member.name, value)) }
        }
        return .object(kept)
    }

    private mutating func numbered(_ members: [JSON.Member], type: MemberType, path: String) -> JSON? {
        var kept: [JSON.Member] = []
        for member in members {
            guard Int(member.name) != nil else {
                rejects.append(Reject(field: path, found: member.name, reason: "not a height"))
                continue
            }
            if let value = read(member.value, as: type, at: "\(path).\(member.name)") {
                kept.append(.init(member.name, value))
            }
        }
        return .object(kept)
    }

    /// Returns a value without its null and empty parts; `nil` if nothing else is left.
    private static func present(_ value: JSON) -> JSON? {
        switch value {
        case .null: return nil
        case .string(let text): return text.isEmpty ? nil : value
        case .number:
            guard let number = value.double, number.isFinite else { return nil }
            return abs(number) < 1e9 ? rounded(number) : value
        case .bool: return value
        case .array(let elements):
            let kept = elements.compactMap(present)
            return kept.isEmpty ? nil : .array(kept)
        case .object(let members):
            let kept = members.compactMap { member in
                present(member.value).map { JSON.Member(member.name, $0) }
            }
            return kept.isEmpty ? nil : .object(kept)
        }
    }

    /// Returns a number without the noise of binary fractions, which would look like a change:
    /// 10.000000000000002 is 10.
    private static func rounded(_ value: Double) -> JSON {
        abs(value) < 1e9 ? .double((value * 1e6).rounded() / 1e6) : .double(value)
    }
}

extension MemberType {
    /// The name of the type in a reject.
    fileprivate var name: String {
        switch self {
        case .number: "a number"
        case .text: "text"
        case .flag: "a truth value"
        case .moment, .date: "a time"
        case .list: "a list"
        case .object, .keyed: "an object"
        case .either, .open: "a value"
        }
    }
}
