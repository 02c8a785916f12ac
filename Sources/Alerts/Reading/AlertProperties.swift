import Decoding
import Records

/// The properties of a feature of the NWS.
///
/// Source: api.weather.gov/openapi.json, AlertProperties.
struct AlertProperties: ~Copyable {
    private var message = AlertMessage(identifier: "")
    private var block = AlertBlock()
    private var area = AlertArea()
    private var identifier: String?
    /// The address of the alert, which ends with the identifier.
    private var address: String?
    private var responseTypes: [String] = []
    private var parameters: [AlertBlock.Value] = []
    private var (sent, effective, onset, expires, ends) = ("", "", "", "", "")

    /// Reads the next value of a text, which lies within `depth` others; one that is no object has no
    /// members. Their names and values, and those of the parameters, are counted.
    init(
        _ bytes: Span<UInt8>, _ scanner: inout JSONScanner, depth: Int, names: inout ProviderNames
    ) throws(JSONError) {
        guard scanner.peek(bytes) == .leftBrace else {
            try scanner.skipValue(bytes, depth: depth)
            return
        }
        names.addRecord()
        var inside: ProviderNames.Place?
        try scanner.readMembers(bytes) { (name, scanner) throws(JSONError) in
            let place = names.add(name)
            if name == "parameters" { inside = place }
            names.addValue(at: scanner, in: bytes, of: place)
            try readProperty(name, bytes, &scanner, depth: depth + 1)
        }
        guard let inside else { return }
        for index in parameters.indices {
            names.addValue(parameters[index].text, of: names.add(parameters[index].name, in: inside))
        }
    }

    private mutating func readProperty(
        _ name: String, _ bytes: Span<UInt8>, _ scanner: inout JSONScanner, depth: Int
    ) throws(JSONError) {
        switch name {
        case "id": identifier = try scanner.text(bytes)
        case "@id": address = try scanner.text(bytes)
        case "areaDesc": area.description = try scanner.textOrEmpty(bytes)
        case "geocode": area.codes = try scanner.values(bytes, depth: depth)
        case "references": try readReferences(bytes, &scanner, depth: depth)
        case "sent": sent = try scanner.textOrEmpty(bytes)
        case "effective": effective = try scanner.textOrEmpty(bytes)
        case "onset": onset = try scanner.textOrEmpty(bytes)
        case "expires": expires = try scanner.textOrEmpty(bytes)
        case "ends": ends = try scanner.textOrEmpty(bytes)
        case "status": message.status = try scanner.textOrEmpty(bytes)
        case "messageType": message.type = try scanner.textOrEmpty(bytes)
        case "sender": message.sender = try scanner.textOrEmpty(bytes)
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
        case "severity": block.severity = try scanner.textOrEmpty(bytes)
        case "certainty": block.certainty = try scanner.textOrEmpty(bytes)
        case "urgency": block.urgency = try scanner.textOrEmpty(bytes)
        case "event": block.event = try scanner.textOrEmpty(bytes)
        case "senderName": block.senderName = try scanner.textOrEmpty(bytes)
        case "headline": block.headline = try scanner.textOrEmpty(bytes)
        case "description": block.description = try scanner.textOrEmpty(bytes)
        case "instruction": block.instruction = try scanner.textOrEmpty(bytes)
        case "response": block.responses = try scanner.texts(bytes, depth: depth)
        case "responseType": responseTypes = try scanner.texts(bytes, depth: depth)
        case "language": block.language = try scanner.text(bytes)
        case "web": block.web = try scanner.textOrEmpty(bytes)
        default: try scanner.skipValue(bytes, depth: depth)
        }
    }

    private mutating func readReferences(
        _ bytes: Span<UInt8>, _ scanner: inout JSONScanner, depth: Int
    ) throws(JSONError) {
        message.references = []
        try scanner.forEachElement(bytes, depth: depth) { (scanner) throws(JSONError) in
            let reference = try scanner.reference(bytes, depth: depth + 1)
            if let reference { message.references.append(reference) }
        }
    }

    /// Returns the message of a feature.
    ///
    /// - Returns: `nil` if neither the properties nor an address has an identifier.
    consuming func message(
        address ofFeature: String?, geometry: JSON?, _ rejects: inout [Reject]
    ) -> AlertMessage? {
        let last = (ofFeature ?? address)?.split(separator: "/").last.map(String.init)
        guard let identifier = identifier ?? last else { return nil }
        message.identifier = identifier
        var times = CAPTimes(key: identifier)
        setTimes(&times)
        addShapes(of: geometry, &times)
        for value in parameters {
            if value.name == "expiredReferences" {
                message.expired += CAPReader.references(value.text)
            } else {
                block.parameters.append(value)
            }
        }
        block.responses += responseTypes
        block.areas = [area]
        message.blocks = message.isCancel ? [block] : times.possible([block], sent: message.sent)
        rejects += times.rejects
        return message
    }

    private mutating func setTimes(_ times: inout CAPTimes) {
        message.sent = times.time(sent, of: "sent") ?? UTC(seconds: 0)
        block.effective = times.time(effective, of: "effective")
        block.onset = times.time(onset, of: "onset")
        block.expires = times.time(expires, of: "expires")
        block.ends = times.time(ends, of: "ends")
        if let end = block.ends, let onset = block.onset, end < onset {
            times.reject("ends", found: ends, reason: "before the onset")
            block.ends = nil
        }
    }

    private mutating func addShapes(of geometry: JSON?, _ times: inout CAPTimes) {
        guard let geometry, !geometry.isNull else { return }
        if let shapes = GeoArea(geometry)?.shapes {
            area.shapes = shapes
            guard StatedArea(geometry)?.isComplete == false else { return }
            area.isCut = true
            let type = geometry["type"]?.string ?? ""
            times.reject("geometry", found: type, reason: "a part is not an area, and left out")
        } else {
            let type = geometry["type"]?.string ?? ""
            times.reject("geometry", found: type, reason: "not a geometry of an area")
        }
    }
}

extension JSONScanner {
    /// Calls a function for each element of the next value if that is an array, which reads or skips the
    /// element; skips any other value.
    mutating func forEachElement(
        _ bytes: Span<UInt8>, depth: Int, _ read: (inout JSONScanner) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard consume(.leftBracket, in: bytes) else { return try skipValue(bytes, depth: depth) }
        if consume(.rightBracket, in: bytes) { return }
        repeat { try read(&self) } while consume(.comma, in: bytes)
        try expect(.rightBracket, as: "end of array", in: bytes)
    }

    /// Reads the next value if it is an object with an identifier.
    fileprivate mutating func reference(
        _ bytes: Span<UInt8>, depth: Int
    ) throws(JSONError) -> AlertReference? {
        guard peek(bytes) == .leftBrace else {
            try skipValue(bytes, depth: depth)
            return nil
        }
        var identifier: String?
        var (sender, sent) = ("", "")
        try readMembers(bytes) { (name, scanner) throws(JSONError) in
            switch name {
            case "identifier": identifier = try scanner.text(bytes)
            case "sender": sender = try scanner.textOrEmpty(bytes)
            case "sent": sent = try scanner.textOrEmpty(bytes)
            default: try scanner.skipValue(bytes, depth: depth + 1)
            }
        }
        return identifier.map { AlertReference($0, sender: sender, sent: UTC(iso8601: sent)) }
    }

    /// Reads the next value if it is a string; any other counts as an empty one.
    fileprivate mutating func textOrEmpty(_ bytes: Span<UInt8>) throws(JSONError) -> String {
        try text(bytes) ?? ""
    }

    /// Calls a function with each text of the next value if that is a text or an array; other elements are
    /// left out.
    private mutating func forEachText(
        _ bytes: Span<UInt8>, depth: Int, _ body: (String) -> Void
    ) throws(JSONError) {
        guard peek(bytes) == .leftBracket else {
            if let text = try text(bytes) { body(text) }
            return
        }
        try forEachElement(bytes, depth: depth) { (scanner) throws(JSONError) in
            if scanner.peek(bytes) == .quote {
                body(try scanner.string(bytes))
            } else {
                try scanner.skipValue(bytes, depth: depth + 1)
            }
        }
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
        values.reserveCapacity(8)
        try readMembers(bytes) { (name, scanner) throws(JSONError) in
            // If a name is repeated, the last value counts.
            if values.contains(where: { $0.name.hasBytes(of: name) }) {
                values.removeAll { $0.name.hasBytes(of: name) }
            }
            try scanner.forEachText(bytes, depth: depth + 1) { values.append(AlertBlock.Value(name, $0)) }
        }
        return values
    }
}
