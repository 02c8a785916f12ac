import AlmanacValues
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

extension Substring {
    /// The text without blanks around it.
    fileprivate func trimmingBlanks() -> Substring {
        var rest = drop { $0 == " " }
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}
