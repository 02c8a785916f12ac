extension Record {
    /// The area of the record; see `GeoArea.init(ofRecord:)`.
    public var area: GeoArea? { GeoArea(ofRecord: data) }
}

extension GeoArea {
    /// Reads the area of a record: its member `geometry`, a GeoJSON geometry with a surface, such as that of
    /// an alert; `nil` if it has none. A single point is none, since the position of the record counts.
    ///
    /// - Parameter data: The data of the record.
    /// - Complexity: O(n) in the size of the data; without such a member, nothing is allocated.
    public init?(ofRecord data: [UInt8]) {
        guard let text = GeoArea.text(ofRecord: data), let json = try? JSON(parsing: text),
            let area = GeoArea(json)
        else { return nil }
        if case .circle(_, 0) = area.shapes[0], area.shapes.count == 1 { return nil }
        self = area
    }

    /// Returns the member `geometry` of a record's data as JSON; `nil` if it is no object.
    public static func text(ofRecord data: [UInt8]) -> [UInt8]? {
        let bytes = data.span
        var scanner = JSONScanner()
        guard scanner.consume(.leftBrace, in: bytes) else { return nil }
        // Data that are no JSON object have no area.
        while scanner.peek(bytes) == .quote {
            let start = scanner.offset + 1
            guard (try? scanner.skipString(bytes)) != nil else { return nil }
            let isGeometry = data[start..<(scanner.offset - 1)].elementsEqual("geometry".utf8)
            guard scanner.consume(.colon, in: bytes), let first = scanner.peek(bytes) else { return nil }
            let place = scanner.offset
            guard (try? scanner.skipValue(bytes)) != nil else { return nil }
            if isGeometry { return first == .leftBrace ? Array(data[place..<scanner.offset]) : nil }
            guard scanner.consume(.comma, in: bytes) else { return nil }
        }
        return nil
    }
}

extension Record {
    /// Returns the distance in metres from a position to the area of the record, or without one to its
    /// position; 0 within the area, `nil` without either.
    public func distance(from place: Position) -> Double? {
        area?.distance(from: place) ?? position?.distance(to: place)
    }
}
