import Records

/// The predictions of Google's Place Autocomplete and Query Autocomplete.
///
/// A prediction of a query, such as `pizza near Paris`, is no place and has no identifier.
///
/// Source: developers.google.com/maps/documentation/places/web-service: Place Autocomplete, Query
/// Autocomplete, and Autocomplete (New).
enum GooglePrediction {
    /// Returns the place of an element of `predictions`; `nil` if it has no description.
    static func place(_ json: JSON) -> FoundPlace? {
        guard let label = json["description"]?.string, !label.isEmpty else { return nil }
        let parts = json["structured_formatting"]
        // Responses of Query Autocomplete may have terms only.
        let main = parts?["main_text"]?.string
        let terms = main == nil ? PredictionTerms(json["terms"]?.array ?? [], of: label) : nil
        var place = FoundPlace(
            name: main ?? terms?.first, label: label, detail: parts?["secondary_text"]?.string ?? terms?.rest)
        place.identifier = json["place_id"]?.string
        place.types = types(of: json)
        place.matched = (json["matched_substrings"]?.array ?? []).compactMap { range in
            range["offset"]?.int.flatMap { offset in
                range["length"]?.int.flatMap { label.part(from: offset, length: $0) }
            }
        }
        return place
    }

    /// Returns the place of an element of `suggestions`, the form of the newer service; `nil` if it has no
    /// text.
    static func suggestedPlace(_ json: JSON) -> FoundPlace? {
        guard let prediction = json["placePrediction"] ?? json["queryPrediction"],
            let label = prediction["text"]?["text"]?.string
                ?? prediction["structuredFormat"]?["mainText"]?["text"]?.string, !label.isEmpty
        else { return nil }
        let parts = prediction["structuredFormat"]
        var place = FoundPlace(
            name: parts?["mainText"]?["text"]?.string, label: label,
            detail: parts?["secondaryText"]?["text"]?.string)
        place.identifier = prediction["placeId"]?.string
        place.types = types(of: prediction)
        place.matched = (prediction["text"]?["matches"]?.array ?? []).compactMap { range in
            let start = range["startOffset"]?.int ?? 0
            guard let end = range["endOffset"]?.int, start >= 0, end > start else { return nil }
            return label.part(from: start, length: end - start)
        }
        return place
    }

    /// Returns the types of a prediction or place, such as `locality`.
    static func types(of json: JSON) -> [String] { json["types"]?.array?.compactMap(\.string) ?? [] }
}

/// The first term of a prediction and the text after it.
private struct PredictionTerms {
    let first: String
    /// The description from the second term on; `nil` if there is none.
    let rest: String?

    /// Reads the terms of a description; `nil` if the first one is not its beginning.
    init?(_ terms: [JSON], of label: String) {
        guard let first = terms.first?["value"]?.string, !first.isEmpty,
            label.utf8.starts(with: first.utf8)
        else { return nil }
        self.first = first
        let units = label.utf16
        rest = terms.dropFirst().first?["offset"]?.int.flatMap { start in
            start > 0 ? label.part(from: start, length: units.count) : nil
        }
    }
}

extension String {
    /// Returns a part of the text; offsets and lengths count UTF-16 units.
    ///
    /// - Returns: `nil` if the range is empty or begins outside of the text.
    fileprivate func part(from offset: Int, length: Int) -> String? {
        guard offset >= 0, length > 0, offset < utf16.count else { return nil }
        return String(Substring(utf16.dropFirst(offset).prefix(length)))
    }
}
