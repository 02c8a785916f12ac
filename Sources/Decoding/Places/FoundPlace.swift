public import Records

/// A place as a service tells of it.
public struct FoundPlace: Hashable, Sendable {
    /// What it can be asked for by again; `nil` when the service gave nothing. Opaque to everyone but its provider.
    public var identifier: String?
    /// What a person would call it.
    public let name: String
    /// Where that is, such as the rest of an address; `nil` when nothing more is known.
    public let detail: String?
    /// All of it on one line, as the service writes it.
    public let label: String
    /// Where it is; `nil` of a suggestion that must be asked for its details.
    public var position: Position?
    /// What sort of place it is, in the service's own words, the most telling first.
    public var types: [String] = []
    /// Whether the service found only a part of what was asked.
    public var isPartial = false
    /// Which parts of `label` are what was typed; empty when the service does not say.
    public var matched: [String] = []

    /// Makes a place of its name and of a line that tells all of it.
    ///
    /// - Parameters:
    ///   - name: What it is called; `nil` takes the first part of the line.
    ///   - label: The line.
    ///   - detail: What stands beside the name; `nil` takes what of the line is not the name.
    init(name: String? = nil, label: String, detail: String? = nil) {
        let name = name.flatMap { $0.isEmpty ? nil : $0 } ?? FoundPlace.first(of: label)
        (self.name, self.label) = (name, label)
        self.detail = detail ?? FoundPlace.rest(of: label, behind: name)
    }

    /// What stands before the first comma that a blank follows.
    private static func first(of label: String) -> String {
        label.firstRange(ofText: ", ").map { String(label[..<$0.lowerBound]) } ?? label
    }

    private static func rest(of label: String, behind name: String) -> String? {
        if label == name { return nil }
        let start = name + ", "
        return label.utf8.starts(with: start.utf8) ? String(label.dropFirst(start.count)) : label
    }
}

extension FoundPlace {
    /// What it is told by and asked for again: the service's identifier, or where it is when it gave none; `nil` when
    /// it can only be shown.
    public var reference: String? { identifier ?? position?.text }

    /// Everything that is known of it, as the data of a record.
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
