public import Records

/// A place found by a service.
public struct FoundPlace: Hashable, Sendable {
    /// The identifier for later requests; `nil` if the service gave none. Only its provider can interpret it.
    public var identifier: String?
    /// The name.
    public let name: String
    /// The rest of the address; `nil` if unknown.
    public let detail: String?
    /// The whole address on one line, as the service writes it.
    public let label: String
    /// The position; `nil` for a suggestion whose details must be requested.
    public var position: Position?
    /// The types of the place in the service's own words, the most specific first.
    public var types: [String] = []
    /// Whether the service matched only a part of the request.
    public var isPartial = false
    /// The parts of `label` that match the typed text; empty if the service does not report them.
    public var matched: [String] = []

    /// Creates a place from its name and full address.
    ///
    /// - Parameters:
    ///   - name: The name; `nil` for the first part of the address.
    ///   - label: The address on one line.
    ///   - detail: The address without the name; `nil` to derive it from the address.
    init(name: String? = nil, label: String, detail: String? = nil) {
        let name = name.flatMap { $0.isEmpty ? nil : $0 } ?? FoundPlace.first(of: label)
        self.name = name
        self.label = label
        self.detail = detail ?? FoundPlace.remainder(of: label, behind: name)
    }

    /// Returns the text before the first comma that is followed by a space.
    private static func first(of label: String) -> String {
        label.firstRange(ofText: ", ").map { String(label[..<$0.lowerBound]) } ?? label
    }

    private static func remainder(of label: String, behind name: String) -> String? {
        if label == name { return nil }
        let start = name + ", "
        return label.utf8.starts(with: start.utf8) ? String(label.dropFirst(start.count)) : label
    }
}

extension FoundPlace {
    /// The text to request the place again: the identifier, otherwise the position; `nil` if
    /// it can only be shown.
    public var reference: String? { identifier ?? position?.text }

    /// All known properties as the data of a record.
    var data: JSON {
        .members([
            "name": .string(name), "detail": detail.map(JSON.string), "label": .string(label),
            "latitude": position.map { .double($0.latitude) },
            "longitude": position.map { .double($0.longitude) },
            "types": types.isEmpty ? nil : .array(types.map(JSON.string)),
            "partial": isPartial ? true : nil,
            "matched": matched.isEmpty ? nil : .array(matched.map(JSON.string)),
        ])
    }
}
