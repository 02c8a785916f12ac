import Decoding
import Records

/// The elements of a document of the Aviation Weather Center: GeoJSON features, or the objects of its JSON,
/// which have the same members but other geometries.
struct HazardDocument {
    /// The members of each element without null and blank ones, those of a feature next to its `geometry`;
    /// `nil` for an element that is no object.
    let elements: [JSON?]
    /// The remarks on what the document may lack; empty if it lacks nothing.
    let notes: [String]

    /// The most elements that the service sends.
    private static let most = 400

    /// Finds the elements.
    ///
    /// - Throws: `DecodeError` if the document is neither a list nor a collection of features, or states an
    ///   error in place of them.
    init(_ document: JSON, of part: String) throws(DecodeError) {
        guard let elements = document.array ?? document["features"]?.array else {
            let found = String(decoding: document.bytes.prefix(80), as: UTF8.self)
            throw DecodeError(.shape, part: part, found: found, offset: 0)
        }
        if elements.count == 1, let error = ProviderMessage.sole(elements[0]) {
            throw DecodeError(.content, part: part, found: error, offset: 0)
        }
        self.elements = elements.map(HazardDocument.members)
        var surroundings = JSONSurroundings()
        surroundings.add(of: document)
        if elements.isEmpty, let error = surroundings.error(isAlone: true) {
            throw DecodeError(.content, part: part, found: error, offset: 0)
        }
        let isFull = elements.count >= HazardDocument.most
        let full = "there may be more than the \(elements.count) elements that the service sends"
        notes = (isFull ? [full] : []) + surroundings.remarks(on: elements.count, "elements")
    }

    private static func members(of element: JSON) -> JSON? {
        guard let members = element.object else { return nil }
        guard element["type"]?.string == "Feature" else { return element.present }
        let geometry = members.filter { $0.name == "geometry" && $0.value.object != nil }
        let properties = (element["properties"]?.object ?? []).filter { $0.name != "geometry" }
        return JSON.object(properties + geometry).present
    }
}

extension JSON {
    /// Returns a text member without blanks at its ends, a number as text; `nil` if there is none.
    func text(_ name: String) -> String? { self[name]?.scalarText?.trimmingBlanks }

    /// Returns a number, which may be written as text; `nil` if there is none.
    func number(_ name: String) -> Double? {
        guard let number = text(name).flatMap(Double.init), number.isFinite else { return nil }
        return number
    }

    /// Returns a moment in any notation of the service: ISO 8601, or seconds since 1970, also as text.
    func time(_ name: String) -> UTC? { text(name).flatMap { UTC(looseText: $0) } }

    /// The value with another member.
    func with(_ name: String, _ value: JSON?) -> JSON {
        let others = (object ?? []).filter { !$0.name.utf8.elementsEqual(name.utf8) }
        return .object(others + (value.map { [Member(name, $0)] } ?? []))
    }
}

extension [Record] {
    /// The records with keys of their own: of several different ones with one key, all but the first get a
    /// number.
    var uniquelyKeyed: [Record] {
        var found: [String: [RecordHash]] = [:]
        return compactMap { record in
            let known = found[record.key, default: []]
            guard !known.contains(record.hash) else { return nil }
            found[record.key] = known + [record.hash]
            guard !known.isEmpty else { return record }
            var record = record
            record.key += "/\(known.count + 1)"
            return record
        }
    }
}
