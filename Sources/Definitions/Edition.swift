import Decoding
import Feeds
package import Records

/// The time that orders the documents of a source: `Edition=` of its definition.
package nonisolated enum Edition: Hashable, Sendable {
    /// The header field Last-Modified; of a file, its time of modification.
    case modified
    /// The value at a JSON pointer, or the text on a path of XML elements.
    case place(FieldPath)
    /// The time of the last update that a forecast states itself.
    case forecast

    /// The name of the header field.
    private static let field = "Last-Modified"

    /// Reads the setting; `nil` if there is none.
    ///
    /// - Throws: An error if it names neither a place nor the header field, or the documents have an order of
    ///   their own.
    init?(_ options: Options) throws(OptionError) {
        guard let entry = options.last(in: "Source", named: "Edition") else { return nil }
        try Edition.check(entry, in: options)
        let path = FieldPath(entry.value)
        if entry.value.lowercased() == Edition.field.lowercased() {
            self = .modified
        } else if entry.value.hasPrefix("/"), !path.steps.contains("") {
            self = .place(path)
        } else {
            throw OptionError(
                entry, "is neither a path such as /meta/updated nor the header field \(Edition.field)")
        }
    }
}

nonisolated extension Edition {
    /// Checks the settings that order documents and records.
    ///
    /// - Throws: An error if the kind has an order of its own, or no documents.
    static func check(_ options: Options) throws(OptionError) {
        _ = try Edition(options)
        guard let entry = options.last(in: "Record", named: "Updated") else { return }
        try check(entry, in: options)
        if let kind = kind(options), kind.hasNewest {
            throw OptionError(entry, "cannot be combined with Kind=\(kind.rawValue), which has Order=")
        }
    }

    private static func kind(_ options: Options) -> Kind? {
        options.last(in: "Source", named: "Kind").flatMap { Kind(rawValue: $0.value) }
    }

    private static func check(_ entry: Options.Entry, in options: Options) throws(OptionError) {
        if let kind = kind(options), kind.decidesAbsence || !kind.readsDocuments {
            let reason = kind.decidesAbsence ? "has an order of its own" : "reads no documents"
            throw OptionError(entry, "cannot be combined with Kind=\(kind.rawValue), which \(reason)")
        }
        if let batch = options.last(in: "Source", named: "Batch"), batch.value != "1" {
            throw OptionError(entry, "cannot be combined with Batch=")
        }
    }
}

nonisolated extension Definition {
    /// The time that orders the documents; `nil` if none does. Without `Edition=`, only the answers of an
    /// upstream have an order, and only forecasts, which state a time.
    ///
    /// - Parameter isAnswer: Whether the document is an answer of the upstream.
    /// - Returns: The time that decides.
    package func edition(isAnswer: Bool) -> Edition? {
        // The setting was checked with the definition.
        if let edition = try? Edition(options) { return edition }
        return kind == .forecast && isAnswer && batch == nil ? .forecast : nil
    }

    /// The field with the time of a record, which decides between it and the stored one; `nil` if the last
    /// one counts.
    package var updated: FieldPath? {
        options.last(in: "Record", named: "Updated").map { FieldPath($0.value) }
    }

    /// The origin of documents whose times can be compared: those of another address may have others.
    package var editionScope: String {
        let parts = [origin.text, setting("Edition") ?? "", updated?.text ?? ""]
        return "\t" + RecordHash(Array(parts.joined(separator: "\n").utf8)).key
    }
}

/// A search for the time of a document that arrives in slices: JSON or XML, as its first byte shows.
package nonisolated struct EditionFinder {
    private enum Search {
        case json(JSONValueFinder)
        case xml(XMLTextFinder)
    }

    private let place: FieldPath
    private var search: Search?

    /// Creates a search for the time at a place.
    package init(at place: FieldPath) { self.place = place }

    /// Searches the next slice.
    package mutating func read(_ bytes: Span<UInt8>) {
        var search = search
        if search == nil, let first = bytes.firstVisible {
            search = first == .lessThan ? .xml(XMLTextFinder(place.steps)) : .json(JSONValueFinder(place))
        }
        self.search = nil  // not to copy it
        switch search {
        case .json(var finder):
            finder.read(bytes)
            self.search = .json(finder)
        case .xml(var finder):
            finder.read(bytes)
            self.search = .xml(finder)
        case nil: break
        }
    }

    /// Returns the time after the last slice; `nil` if none can be read at the place.
    package mutating func time() -> UTC? {
        switch search {
        case .json(var finder):
            finder.finish()
            return finder.value?.scalarText.flatMap { UTC(looseText: $0) }
        case .xml(var finder):
            finder.finish()
            return finder.text.flatMap { UTC(looseText: $0) }
        case nil: return nil
        }
    }
}

extension Span<UInt8> {
    /// The first byte that is no white space and no byte order mark; `nil` if there is none.
    fileprivate nonisolated var firstVisible: UInt8? {
        for index in indices where self[index] > .space && !"\u{FEFF}".utf8.contains(self[index]) {
            return self[index]
        }
        return nil
    }
}
