import Decoding
package import Feeds
package import Records

/// A reader of CAP 1.0, 1.1 and 1.2 messages.
///
/// Names are compared without their namespace: the three versions share them, and the namespaces of some
/// senders are wrong.
///
/// Source: OASIS CAP 1.2 §3.2; CAP 1.0 and 1.1 differ only in members that are not read.
package enum CAPReader {
    /// Returns the message of an element `alert`.
    ///
    /// - Parameters:
    ///   - node: The element.
    ///   - rejects: Receives the fields that cannot be read.
    /// - Returns: `nil` if it has no identifier, or no status and type that CAP defines, which is a reject.
    package static func message(_ node: XMLNode, rejects: inout [Reject]) -> AlertMessage? {
        guard let identifier = node["identifier"] else {
            rejects.append(Reject(field: "identifier", found: "", reason: "missing in an alert"))
            return nil
        }
        var message = AlertMessage(identifier: identifier)
        message.sender = node["sender"] ?? ""
        var times = CAPTimes(key: identifier)
        message.sent = times.time(node["sent"] ?? "", of: "sent") ?? UTC(seconds: 0)
        message.status = node["status"] ?? ""
        message.type = node["msgType"] ?? ""
        guard message.isDefined(&rejects) else { return nil }
        message.references = references(node["references"] ?? "")
        message.expired = expired(in: node)
        let blocks = node.all("info").map { block($0, times: &times) }
        message.blocks = message.isCancel ? blocks : times.possible(blocks, sent: message.sent)
        rejects += times.rejects
        return message
    }

    /// Reads references: `sender,identifier,sent`, separated by white space; there may also be some around a
    /// comma.
    ///
    /// Source: OASIS CAP 1.2 §3.2.1, references.
    static func references(_ text: String) -> [AlertReference] {
        CommaWords(text).words.compactMap { word in
            guard let first = word.firstIndex(of: .comma), let last = word.lastIndex(of: .comma) else {
                return word.isEmpty ? nil : AlertReference(String(word[...]), sent: nil)
            }
            // An identifier may have commas.
            let identifier = first < last ? word[(first + 1)..<last] : word[(first + 1)...]
            let sentText = first < last ? String(word[(last + 1)...]) : ""
            guard !identifier.isEmpty else { return nil }
            return AlertReference(
                String(identifier), sender: String(word[..<first]), sent: AlertTime.moment(sentText),
                sentText: sentText)
        }
    }

    private static func expired(in node: XMLNode) -> [AlertReference] {
        node.all("info").flatMap { values($0, named: "parameter") }
            .filter { $0.name == "expiredReferences" }
            .flatMap { references($0.text) }
    }

    /// Returns the text of the first child of a name that has any, without markup, which some senders put
    /// into it as elements or as HTML.
    private static func text(of name: String, in node: XMLNode) -> String {
        PlainText.plain(node.all(name).lazy.map(\.deepText).first { !$0.isEmpty } ?? "")
    }

    private static func block(_ node: XMLNode, times: inout CAPTimes) -> AlertBlock {
        var block = AlertBlock()
        block.language = node["language"]
        block.categories = node.all("category").compactMap(\.trimmed)
        block.event = node["event"] ?? ""
        block.responses = node.all("responseType").compactMap(\.trimmed)
        block.urgency = node["urgency"] ?? ""
        block.severity = node["severity"] ?? ""
        block.certainty = node["certainty"] ?? ""
        block.effective = times.time(node["effective"] ?? "", of: "effective")
        block.onset = times.time(node["onset"] ?? "", of: "onset")
        block.day = String((node["onset"] ?? "").prefix(10))
        block.expires = times.time(node["expires"] ?? "", of: "expires")
        block.senderName = node["senderName"] ?? ""
        block.headline = text(of: "headline", in: node)
        block.description = text(of: "description", in: node)
        block.instruction = text(of: "instruction", in: node)
        block.web = node["web"] ?? ""
        block.parameters = values(node, named: "parameter")
        block.areas = node.all("area").map { area($0, times: &times) }
        return block
    }

    /// Returns the named values; those of CAP 1.0 are `name=value`.
    static func values(_ node: XMLNode, named name: String) -> [AlertBlock.Value] {
        node.all(name).flatMap { value -> [AlertBlock.Value] in
            let names = value.all("valueName").map { $0.trimmed ?? "" }
            guard names.isEmpty else {
                let texts = value.all("value").map { $0.trimmed ?? "" }
                return zip(names, texts).map { AlertBlock.Value($0, $1) }
            }
            guard let text = value.trimmed else { return [] }
            let parts = text.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1)
            guard parts.count == 2 else { return [] }
            return [AlertBlock.Value(String(parts[0]) ?? "", String(parts[1]) ?? "")]
        }
    }

    /// Returns an area of an element with `areaDesc`, `polygon`, `circle` and `geocode`.
    static func area(_ node: XMLNode, times: inout CAPTimes) -> AlertArea {
        var area = AlertArea()
        area.description = node["areaDesc"] ?? ""
        let faults = times.rejects.count
        for child in node.children where child.name == "polygon" || child.name == "circle" {
            guard let text = child.trimmed else { continue }
            let circle = child.name == "circle" ? AlertShapes.circle(text).map { [$0] } : nil
            if child.name == "polygon" {
                area.shapes += AlertShapes.polygon(text, &times)
            } else if let circle {
                area.shapes += circle
            } else {
                times.reject("circle", found: text, reason: "not a circle")
            }
        }
        area.isCut = times.rejects.count > faults
        area.codes = values(node, named: "geocode")
        return area
    }
}

extension XMLNode {
    /// The text inside, also that of elements inside.
    fileprivate var deepText: String {
        guard !children.isEmpty else { return trimmed ?? "" }
        let inner = children.map(\.deepText).filter { !$0.isEmpty }
        return ([trimmed].compactMap(\.self) + inner).joined(separator: "\n")
    }
}

extension String {
    fileprivate init(_ bytes: ArraySlice<UInt8>) { self.init(decoding: bytes, as: UTF8.self) }
}
