import Decoding
import Feeds
import Records

/// A reader of alerts in JSON: GeoJSON of the NWS, and the warnings of MeteoAlarm.
///
/// Source: api.weather.gov/openapi.json, AlertCollectionGeoJson; api.meteoalarm.org, warnings, whose members
/// are named like the elements of CAP 1.2.
struct AlertJSON {
    /// The messages, in the order of the document.
    private(set) var messages: [AlertMessage] = []
    /// The parts that could not be read.
    private(set) var rejects: [Reject] = []
    /// Whether a message could not be read, or is not in the document.
    private(set) var hasUnreadable = false
    /// The title of the document; `nil` if it has none.
    private(set) var title: String?
    /// When the document was made; `nil` if it does not say so.
    private(set) var time: UTC?
    /// The names in the messages.
    private(set) var names = ProviderNames()
    /// The remarks on the document: each says that it lacks messages.
    private(set) var notes: [String] = []
    /// The number of messages in the document, also of those that could not be read.
    private var count = 0
    /// The members beside the list of messages that may say that it is not whole.
    private var surroundings = JSONSurroundings()

    /// Reads a document.
    ///
    /// - Throws: `DecodeError` if it is not JSON, has neither features nor warnings, or an error in their
    ///   place.
    init(_ bytes: [UInt8]) throws(DecodeError) {
        let whole: JSON?
        do throws(JSONError) {
            let hasFeatures = try readFeatures(bytes.span)
            whole = try hasFeatures ? nil : JSON(parsing: bytes)
        } catch {
            let found = bytes.span.extracting(min(error.offset, bytes.count)..<bytes.count).opening
            throw DecodeError(part: "JSON \(error.expected)", found: found, offset: error.offset)
        }
        if let whole {
            title = whole["title"]?.string
            time = whole["updated"]?.string.flatMap(AlertTime.moment)
            try add(whole)
        }
        try check()
    }

    /// Checks what the document says about its messages.
    ///
    /// - Throws: `DecodeError` if it has an error in place of messages.
    private mutating func check() throws(DecodeError) {
        if count == 0, let error = surroundings.error(isAlone: true) {
            throw DecodeError(.content, part: "document with alerts", found: error, offset: 0)
        }
        notes = surroundings.remarks(on: count, "alerts")
        if !notes.isEmpty { hasUnreadable = true }
    }

    /// Reads features one by one, without a tree of the document.
    ///
    /// - Returns: Whether the document has features.
    private mutating func readFeatures(_ bytes: Span<UInt8>) throws(JSONError) -> Bool {
        var scanner = JSONScanner()
        guard scanner.consume(.leftBrace, in: bytes), scanner.peek(bytes) == .quote else { return false }
        var hasFeatures = false
        try JSONScanner.members(bytes) { (name, scanner) throws(JSONError) in
            switch (name, scanner.peek(bytes)) {
            case ("features", .leftBracket):
                try readFeatures(bytes, &scanner)
                hasFeatures = true
            case ("title", .quote): title = try scanner.string(bytes)
            case ("updated", .quote): time = AlertTime.moment(try scanner.string(bytes))
            case _ where name != "type" && JSONSurroundings.matters(name):
                surroundings.add(try scanner.value(bytes, depth: 1), named: name)
            default: try scanner.skipValue(bytes, depth: 1)
            }
        }
        if !hasFeatures { surroundings = JSONSurroundings() }
        return hasFeatures
    }

    /// Reads the array of features; of several the last counts.
    private mutating func readFeatures(
        _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
    ) throws(JSONError) {
        messages = []
        rejects = []
        hasUnreadable = false
        names = ProviderNames()
        count = 0
        try scanner.forEachElement(bytes, depth: 1) { (scanner) throws(JSONError) in
            count += 1
            add(try AlertFeature(bytes, &scanner, depth: 2, names: &names))
        }
    }

    private mutating func add(_ feature: consuming AlertFeature) {
        if let message = feature.message(&rejects) { messages.append(message) } else { hasUnreadable = true }
    }

    /// Adds a feature of a document that was read as a tree.
    private mutating func add(feature: JSON) {
        let bytes = feature.bytes
        var scanner = JSONScanner()
        // The text of a tree is always JSON.
        if let feature = try? AlertFeature(bytes.span, &scanner, depth: 0, names: &names) { add(feature) }
    }

    /// Adds the messages of a document without features.
    private mutating func add(_ document: JSON) throws(DecodeError) {
        if let warnings = document["warnings"]?.array {
            surround(document, of: warnings.count)
            for warning in warnings { add(alert: warning["alert"] ?? warning) }
        } else if document["type"]?.string == "Feature" {
            add(feature: document)
        } else if let graph = document["@graph"]?.array {
            // JSON-LD of the NWS: the properties of the features, with the geometry as text.
            surround(document, of: graph.count)
            for properties in graph { add(feature: ["properties": properties]) }
        } else if let list = document.array, !list.isEmpty {
            for element in list {
                if element["properties"] != nil {
                    add(feature: element)
                } else {
                    add(alert: element["alert"] ?? element)
                }
            }
        } else if document["identifier"] != nil || document["alert"] != nil {
            add(alert: document["alert"] ?? document)
        } else {
            let names = (document.object ?? []).prefix(5).map(\.name).joined(separator: ", ")
            throw DecodeError(.shape, part: "alert: features or warnings", found: names, offset: 0)
        }
    }

    /// Adds the members beside a list of messages, which say whether it is all of them.
    private mutating func surround(_ document: JSON, of count: Int) {
        self.count = count
        surroundings.add(of: document)
    }

    private mutating func add(alert: JSON) {
        names.add(alert: alert)
        guard let identifier = alert["identifier"]?.string, !identifier.isEmpty else {
            rejects.append(Reject(field: "identifier", found: "", reason: "missing in an alert"))
            hasUnreadable = true
            return
        }
        var message = AlertMessage(identifier: identifier)
        var times = CAPTimes(key: identifier)
        message.sender = alert.text("sender")
        message.sent = times.time(alert.text("sent"), of: "sent") ?? UTC(seconds: 0)
        message.status = alert.text("status")
        message.type = alert.text("msgType")
        guard message.isDefined(&rejects) else { return hasUnreadable = true }
        message.references = CAPReader.references(alert.text("references"))
        let blocks = (alert["info"]?.elements ?? []).map { info in
            var block = AlertBlock(info, times: &times)
            block.parameters = info["parameter"]?.namedValues ?? []
            block.areas = (info["area"]?.elements ?? []).map { AlertArea($0, times: &times) }
            return block
        }
        message.blocks = message.isCancel ? blocks : times.possible(blocks, sent: message.sent)
        rejects += times.rejects
        messages.append(message)
    }
}

extension AlertBlock {
    /// Creates a block from the members of MeteoAlarm, which are named as in CAP.
    fileprivate init(_ json: JSON, times: inout CAPTimes) {
        self.init()
        language = json["language"]?.string
        categories = json.texts("category")
        event = json.text("event")
        responses = json.texts("response") + json.texts("responseType")
        urgency = json.text("urgency")
        severity = json.text("severity")
        certainty = json.text("certainty")
        effective = times.time(json.text("effective"), of: "effective")
        onset = times.time(json.text("onset"), of: "onset")
        day = String(json.text("onset").prefix(10))
        expires = times.time(json.text("expires"), of: "expires")
        senderName = json.text("senderName")
        headline = PlainText.plain(json.text("headline"))
        description = PlainText.plain(json.text("description"))
        instruction = PlainText.plain(json.text("instruction"))
        web = json.text("web")
    }
}

extension AlertArea {
    /// Creates an area from the members of MeteoAlarm.
    fileprivate init(_ json: JSON, times: inout CAPTimes) {
        self.init()
        description = json.text("areaDesc")
        codes = json["geocode"]?.namedValues ?? []
        let faults = times.rejects.count
        for text in json.texts("polygon") {
            shapes += AlertShapes.polygon(text, &times)
        }
        for text in json.texts("circle") {
            if let shape = AlertShapes.circle(text) {
                shapes.append(shape)
            } else {
                times.reject("circle", found: text, reason: "not a circle")
            }
        }
        isCut = times.rejects.count > faults
    }
}

extension JSON {
    /// The elements of an array; of any other value, the value itself.
    fileprivate var elements: [JSON] { array ?? (isNull ? [] : [self]) }

    /// Returns the text of a member; empty if there is none.
    fileprivate func text(_ name: String) -> String { self[name]?.string ?? "" }

    /// Returns the texts of a member that is a text or an array of them.
    fileprivate func texts(_ name: String) -> [String] {
        switch self[name] {
        case .string(let text): text.isEmpty ? [] : [text]
        case .array(let elements): elements.compactMap(\.string).filter { !$0.isEmpty }
        default: []
        }
    }

    /// The values of an array of `valueName` and `value`.
    fileprivate var namedValues: [AlertBlock.Value] {
        elements.compactMap { pair in
            guard let name = pair["valueName"]?.string, let text = pair["value"]?.string else { return nil }
            return AlertBlock.Value(name, text)
        }
    }
}
