public import AlmanacValues
public import Records

/// The identity and the zones of a warning.
extension Warning {
    /// The names of the tables of its codes, such as `EMMA_ID`.
    public var schemes: [String] { item.data["zones"]?.object?.map(\.name) ?? [] }

    /// Whether it names a zone by one of several codes, in any case.
    ///
    /// - Parameters:
    ///   - codes: The codes in capitals.
    ///   - scheme: The name of their table; `nil` for any.
    /// - Returns: Whether it does.
    public func names(codes: Set<String>, scheme: String? = nil) -> Bool {
        (item.data["zones"]?.object ?? []).contains { table in
            guard scheme.map({ $0.uppercased() == table.name.uppercased() }) ?? true else { return false }
            return (table.value.array ?? []).contains { codes.contains($0.string?.uppercased() ?? "") }
        }
    }

    /// Whether one of its areas has a name, in any case.
    public func names(area name: String) -> Bool {
        guard let area else { return false }
        let wanted = name.lowercased()
        return area.lowercased() == wanted
            || area.split(separator: ";").contains { $0.trimmingBlanks().lowercased() == wanted }
    }

    /// Its area; `nil` if it is not known, so that it cannot be compared with a place.
    public var geometry: GeoArea? { item.data["geometry"].flatMap { GeoArea($0) } }

    /// Whether it names zones whose areas are not known: a place outside its area may be in one of them.
    public var hasUnknownArea: Bool { item.data["geometry"] == nil || item.data["unlocated"] != nil }
}

/// The warnings whose areas are not known, which cannot be compared with a place.
extension Warning {
    /// Selects the warnings with zones whose areas are not known and that meet conditions.
    public static func vague(where conditions: [String] = []) -> Selector {
        Selector(kinds: ["alert"], conditions: ["not geometry exists or unlocated exists"] + conditions)
    }

    /// Selects the warnings of messages with all their areas.
    static func located(named identifiers: [String]) -> Selector {
        let texts = Set(identifiers).sorted().map { String(decoding: JSON.string($0).bytes, as: UTF8.self) }
        let list = "identifier in [\(texts.joined(separator: ", "))]"
        // A longer condition is refused; without it, more records are loaded.
        let isShort = list.utf8.count < 60_000 && !list.contains("\\")
        return Selector(
            kinds: ["alert"],
            conditions: ["geometry exists and not unlocated exists"] + (isShort ? [list] : []))
    }
}

extension Item {
    /// The source and the key.
    var path: String { "\(source)/\(key)" }
}

extension Substring {
    /// The text without blanks around it.
    fileprivate func trimmingBlanks() -> Substring {
        var rest = drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}
