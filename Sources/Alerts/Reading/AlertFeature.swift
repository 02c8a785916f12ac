import Decoding
import Records

/// A GeoJSON feature of the NWS.
///
/// It is read without a tree of its members: a national state has hundreds of features, and most of the time would go
/// into their trees.
///
/// Source: api.weather.gov/openapi.json, AlertGeoJson and AlertProperties.
struct AlertFeature {
    private var message = AlertMessage(identifier: "")
    private var block = AlertBlock()
    private var area = AlertArea()
    private var geometry: JSON?
    private var hasProperties = false
    private var identifier: String?
    /// The addresses of the feature and of its properties, which end with the identifier.
    private var (address, innerAddress): (String?, String?)
    private var types: [String] = []
    private var parameters: [AlertBlock.Value] = []
    private var (sent, effective, onset, expires, ends) = ("", "", "", "", "")

    /// Reads the next value of a text, which lies within `depth` others.
    ///
    /// - Throws: `JSONError` if it is not JSON.
    init(_ bytes: Span<UInt8>, _ scanner: inout JSONScanner, depth: Int) throws(JSONError) {
        guard scanner.peek(bytes) == .leftBrace else {
            try scanner.skipValue(bytes, depth: depth)
            return
        }
        try scanner.readMembers(bytes) { (name, scanner) throws(JSONError) in
            switch name {
            case "geometry": geometry = try scanner.value(bytes, depth: depth + 1)
            case "id": address = try scanner.text(bytes)
            case "properties": try readProperties(bytes, &scanner, depth: depth + 1)
            default: try scanner.skipValue(bytes, depth: depth + 1)
            }
        }
    }

    private mutating func readProperties(
        _ bytes: Span<UInt8>, _ scanner: inout JSONScanner, depth: Int
    ) throws(JSONError) {
        hasProperties = true
        guard scanner.peek(bytes) == .leftBrace else { return try scanner.skipValue(bytes, depth: depth) }
        try scanner.readMembers(bytes) { (name, scanner) throws(JSONError) in
            try readProperty(name, bytes, &scanner, depth: depth + 1)
        }
    }

    private mutating func readProperty(
        _ name: String, _ bytes: Span<UInt8>, _ scanner: inout JSONScanner, depth: Int
    ) throws(JSONError) {
        switch name {
        case "id": identifier = try scanner.text(bytes)
        case "@id": innerAddress = try scanner.text(bytes)
        case "areaDesc": area.description = try scanner.text(bytes) ?? ""
        case "geocode": area.codes = try scanner.values(bytes, depth: depth)
        case "references": try readReferences(scanner.value(bytes, depth: depth))
        case "sent": sent = try scanner.text(bytes) ?? ""
        case "effective": effective = try scanner.text(bytes) ?? ""
        case "onset": onset = try scanner.text(bytes) ?? ""
        case "expires": expires = try scanner.text(bytes) ?? ""
        case "ends": ends = try scanner.text(bytes) ?? ""
        case "status": message.status = try scanner.text(bytes) ?? ""
        case "messageType": message.type = try scanner.text(bytes) ?? ""
        case "sender": message.sender = try scanner.text(bytes) ?? ""
        case "parameters": parameters = try scanner.values(bytes, depth: depth)
        default: try readContent(name, bytes, &scanner, depth: depth)
        }
    }

    /// Reads a member that CAP has in the element `info`.
    private mutating func readContent(
        _ name: String, _ bytes: Span<UInt8>, _ scanner: inout JSONScanner, depth: Int
    ) throws(JSONError) {
        switch name {
        case "category": block.categories = try scanner.texts(bytes, depth: depth)
        case "severity": block.severity = try scanner.text(bytes) ?? ""
        case "certainty": block.certainty = try scanner.text(bytes) ?? ""
        case "urgency": block.urgency = try scanner.text(bytes) ?? ""
        case "event": block.event = try scanner.text(bytes) ?? ""
        case "senderName": block.senderName = try scanner.text(bytes) ?? ""
        case "headline": block.headline = try scanner.text(bytes) ?? ""
        case "description": block.description = try scanner.text(bytes) ?? ""
        case "instruction": block.instruction = try scanner.text(bytes) ?? ""
        case "response": block.responses = try scanner.texts(bytes, depth: depth)
        case "responseType": types = try scanner.texts(bytes, depth: depth)
        case "language": block.language = try scanner.text(bytes)
        case "web": block.web = try scanner.text(bytes) ?? ""
        default: try scanner.skipValue(bytes, depth: depth)
        }
    }

    private mutating func readReferences(_ json: JSON) {
        message.references = (json.array ?? []).compactMap { reference in
            reference["identifier"]?.string.map {
                AlertReference($0, sent: UTC(iso8601: reference["sent"]?.string ?? ""))
            }
        }
    }

    /// Returns the message.
    ///
    /// - Parameter rejects: Receives what could not be read.
    /// - Returns: `nil` if it has no identifier.
    consuming func message(_ rejects: inout [Reject]) -> AlertMessage? {
        guard hasProperties, let identifier = identifier ?? identifierOfAddress else {
            rejects.append(Reject(field: "id", found: "", reason: "missing in a feature"))
            return nil
        }
        message.identifier = identifier
        var times = TimeReader(key: identifier)
        setTimes(&times)
        addShapes(&times)
        for value in parameters {
            if value.name == "expiredReferences" {
                message.expired += CAPReader.identifiers(value.text)
            } else {
                block.parameters.append(value)
            }
        }
        block.responses += types
        block.areas = [area]
        message.blocks = [block]
        rejects += times.rejects
        return message
    }

    private mutating func setTimes(_ times: inout TimeReader) {
        message.sent = times.time(sent, of: "sent") ?? UTC(seconds: 0)
        block.effective = times.time(effective, of: "effective")
        block.onset = times.time(onset, of: "onset")
        block.expires = times.time(expires, of: "expires")
        block.ends = times.time(ends, of: "ends")
    }

    private mutating func addShapes(_ times: inout TimeReader) {
        guard let geometry, !geometry.isNull else { return }
        if let shapes = GeoArea(geometry)?.shapes {
            area.shapes = shapes
        } else {
            let type = geometry["type"]?.string ?? ""
            times.reject("geometry", found: type, reason: "not a geometry of an area")
        }
    }

    private var identifierOfAddress: String? {
        (address ?? innerAddress)?.split(separator: "/").last.map(String.init)
    }
}

extension JSONScanner {
    /// Calls a function with each text of the next value if that is a text or an array; other elements are left out.
    private mutating func forEachText(
        _ bytes: Span<UInt8>, depth: Int, _ body: (String) -> Void
    ) throws(JSONError) {
        guard take(.leftBracket, in: bytes) else {
            if let text = try text(bytes) { body(text) }
            return
        }
        if take(.rightBracket, in: bytes) { return }
        repeat {
            guard peek(bytes) == .quote else {
                try skipValue(bytes, depth: depth + 1)
                continue
            }
            body(try string(bytes))
        } while take(.comma, in: bytes)
        try expect(.rightBracket, as: "end of array", in: bytes)
    }

    /// Reads the next value if it is a text or an array of texts; empty ones are left out.
    fileprivate mutating func texts(_ bytes: Span<UInt8>, depth: Int) throws(JSONError) -> [String] {
        var texts: [String] = []
        try forEachText(bytes, depth: depth) { if !$0.isEmpty { texts.append($0) } }
        return texts
    }

    /// Reads the next value if it is an object whose members are texts or arrays of them.
    fileprivate mutating func values(
        _ bytes: Span<UInt8>, depth: Int
    ) throws(JSONError) -> [AlertBlock.Value] {
        guard peek(bytes) == .leftBrace else {
            try skipValue(bytes, depth: depth)
            return []
        }
        var values: [AlertBlock.Value] = []
        var names: [String] = []
        try readMembers(bytes) { (name, scanner) throws(JSONError) in
            // If a name is repeated, the last value counts.
            if names.contains(where: name.hasBytes(of:)) {
                values.removeAll { $0.name.hasBytes(of: name) }
            }
            names.append(name)
            try scanner.forEachText(bytes, depth: depth + 1) { values.append(AlertBlock.Value(name, $0)) }
        }
        return values
    }
}
