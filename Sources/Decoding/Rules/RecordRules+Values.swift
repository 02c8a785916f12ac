package import Records

extension RecordRules {
    /// Returns the position in one text `latitude, longitude`, also in parentheses, or in two numbers.
    ///
    /// - Parameters:
    ///   - texts: The text or the two numbers.
    ///   - forms: The forms of their numbers, one for each text.
    /// - Returns: The position; `nil` if the texts are none.
    package static func position(_ texts: [String], forms: [NumberForm]) -> Position? {
        guard forms.contains(where: { $0 != .plain }) else { return position(texts) }
        var parts = texts
        if texts.count == 1 {
            let marks: Set<UInt8> = [
                .space, .leftParenthesis, .rightParenthesis, .semicolon, .leftBracket, .rightBracket,
            ]
            parts = texts[0].utf8.split { marks.contains($0) }.map { part in
                String(decoding: part.last == .comma ? part.dropLast() : part, as: UTF8.self)
            }
        }
        let numbers = parts.indices.compactMap { index in
            (texts.count == 1 ? forms[0] : forms[index]).literal(Array(parts[index].utf8).span)
        }
        return numbers.count == parts.count ? position(numbers) : nil
    }

    /// Returns the position in texts as above, with decimal points.
    package static func position(_ texts: [String]) -> Position? {
        var numbers = texts
        if texts.count == 1 {
            let marks: Set<UInt8> = [
                .space, .leftParenthesis, .rightParenthesis, .comma, .semicolon, .leftBracket, .rightBracket,
            ]
            numbers = texts[0].utf8.split { marks.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
        }
        guard numbers.count == 2, let latitude = Double(numbers[0]), let longitude = Double(numbers[1]) else {
            return nil
        }
        return Position(latitude: latitude, longitude: longitude)
    }

    /// Returns the area of an element and its field: that which `Location=` names, or `coords` if it names
    /// the first corner of these, `coords.0.lat coords.0.lon`; `nil` for a plain position.
    func statedArea(in element: JSON) -> (field: String, area: StatedArea)? {
        guard let field = areaField, let value = FieldPath(field).value(in: element) else { return nil }
        let form = (element["geom"] ?? element["geometryType"])?.string
        return StatedArea(value, isLine: form == "LINE").map { (field, $0) }
    }

    private var areaField: String? {
        guard location.count == 2 else { return location.first }
        let paths = location.map { FieldPath($0).steps }
        let isCorner = paths.allSatisfy { $0.count >= 3 && $0[$0.count - 2] == "0" }
        let lists = paths.map { Array($0.dropLast(2)) }
        return isCorner && lists[0] == lists[1] && lists[0].last == "coords"
            ? lists[0].joined(separator: ".") : nil
    }

    /// Creates the record from data and the texts of the fields named by `read`; `nil` if the slow path must
    /// decide.
    package func record(_ data: [UInt8], texts: [String?]) -> Record? {
        let titles = key.count..<key.count + title.count
        let place = titles.upperBound + (group == nil ? 0 : 1)
        let required = place + location.count
        for index in 0..<key.count where texts[index] == nil { return nil }
        for index in required..<texts.count where texts[index] == nil { return nil }
        var position: Position?
        if !location.isEmpty, !texts[place..<required].contains(nil) {
            position = RecordRules.position(texts[place..<required].compactMap { $0 })
            if position == nil { return nil }
        }
        let name =
            key.isEmpty
            ? RecordHash(data).key : RecordRules.joined(texts, part: 0..<key.count, sign: "/") ?? ""
        guard RecordKey.isValid(name) else { return nil }
        return Record(
            key: name, title: RecordRules.joined(texts, part: titles, sign: " "), position: position,
            group: group == nil ? nil : texts[titles.upperBound], data: data)
    }

    /// Returns the present texts joined by a separator; `nil` if there is none.
    private static func joined(_ texts: [String?], part: Range<Int>, sign: String) -> String? {
        if part.isEmpty { return nil }
        if part.count == 1 { return texts[part.lowerBound] }
        let known = texts[part].compactMap { $0 }
        return known.isEmpty ? nil : known.joined(separator: sign)
    }

    /// Whether a field of the document decides whether a record is kept.
    package func decides(_ field: String?) -> Bool {
        guard let field else { return false }
        let name = rule(for: field).rename ?? field
        return conditions.contains { $0.fields.contains { $0.text.utf8.elementsEqual(name.utf8) } }
    }

    /// Whether a record with this data is kept.
    package func keeps(_ data: [UInt8]) -> Bool {
        // Decoders write valid JSON; other data satisfies no condition.
        guard !conditions.isEmpty, let value = try? JSON(parsing: data) else { return conditions.isEmpty }
        return conditions.allSatisfy { $0.holds(for: value) }
    }
}

extension RecordHash {
    /// The hash as 32 hexadecimal digits: the key of a record without `Key=`.
    package var key: String { RecordHash.digits(high) + RecordHash.digits(low) }

    private static func digits(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
