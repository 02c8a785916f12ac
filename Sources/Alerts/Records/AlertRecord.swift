package import Records

/// An alert in force as a record.
package struct AlertRecord {
    private let alert: AlertsInForce.Alert
    private let block: AlertBlock
    private let area: GeoArea
    private let level: AlertLevel

    private var message: AlertMessage { alert.message }

    /// Prepares the record of an alert.
    ///
    /// - Parameters:
    ///   - alert: The alert.
    ///   - languages: The languages that the user prefers, such as `fr`; without a match, English counts, and
    ///     otherwise the first block.
    package init(_ alert: AlertsInForce.Alert, languages: [String]) {
        self.alert = alert
        block = alert.blocks.preferred(languages) ?? AlertBlock()
        area = alert.blocks.area
        level = alert.blocks.level
    }

    /// Returns the record with its phase at a moment.
    package func record(at now: UTC) -> Record {
        Record(
            key: alert.key, title: title, position: area.interior,
            group: level.severity.isEmpty ? nil : level.severity, data: data(at: now))
    }

    /// The kind of event, with its first letter in upper case; of ECCC, the name with colour and type.
    private var title: String? {
        let event = block.event.isEmpty ? block.headline : block.event
        let name = block.layered("Alert_Name") ?? event
        guard let first = name.first else { return nil }
        return first.uppercased() + name.dropFirst()
    }

    private func data(at now: UTC) -> [UInt8] {
        var writer = JSONWriter(capacity: 2048 + block.description.utf8.count)
        writer.beginObject()
        writer.member("area", areaText(of: block))
        writer.member("category", block.categories)
        writer.member("certainty", block.certainty)
        writer.member("colour", level.colour?.rawValue ?? "")
        writer.member("description", block.description)
        let onset = alert.blocks.compactMap(\.onset).min()
        if onset == nil { writer.member("effective", alert.blocks.beginning) }
        writer.member("ends", alert.ends)
        writer.member("event", block.event)
        writer.member("expires", alert.blocks.compactMap(\.expires).max())
        if !area.shapes.isEmpty {
            writer.name(plain: "geometry")
            area.write(to: &writer)
        }
        writer.member("headline", block.headline)
        writer.member("identifier", message.identifier)
        writer.member("instruction", block.instruction)
        writer.member("languages", spoken)
        writer.member("level", level.severity)
        writer.member("onset", onset)
        AlertParameters(block.parameters).write(to: &writer)
        writer.member("phase", AlertPhase(onset: alert.begins, at: now).rawValue)
        writer.member("response", block.responses)
        writer.member("sender", message.sender)
        writer.member("senderName", block.senderName)
        writer.member("sent", message.sent == UTC(seconds: 0) ? nil : message.sent)
        writer.member("severity", block.severity)
        writer.member("significance", level.significance ?? "")
        writeTexts(to: &writer)
        if !area.shapes.isEmpty { writer.member("unlocated", alert.blocks.unlocated) }
        writer.member("urgency", block.urgency)
        writer.member("web", block.web)
        AlertCodes(of: alert.blocks).write(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// The languages of the blocks, in their order.
    private var spoken: [String] {
        alert.blocks.count == 1
            ? block.language.map { [$0] } ?? [] : message.blocks.compactMap(\.language).unique
    }

    private func areaText(of block: AlertBlock) -> String {
        // Most messages have one block with one area.
        if alert.blocks.count == 1, block.areas.count == 1 { return block.areas[0].description }
        let same = alert.blocks.filter { $0.language == block.language }
        return same.flatMap(\.areas).map(\.description).filter { !$0.isEmpty }.unique.joined(separator: "; ")
    }

    /// Writes the texts by language if there are several.
    private func writeTexts(to writer: inout JSONWriter) {
        let languages = alert.blocks.compactMap(\.language).unique
        guard languages.count > 1 else { return }
        writer.name(plain: "texts")
        writer.beginObject()
        for language in languages.sorted(by: { $0.precedes($1) }) {
            guard let block = alert.blocks.first(where: { $0.language == language }) else { continue }
            writer.name(language)
            writer.beginObject()
            writer.member("area", areaText(of: block))
            writer.member("description", block.description)
            writer.member("event", block.event)
            writer.member("headline", block.headline)
            writer.member("instruction", block.instruction)
            writer.member("senderName", block.senderName)
            writer.endObject()
        }
        writer.endObject()
    }
}

/// Whether an alert has begun.
package enum AlertPhase: String, Sendable {
    /// It was issued and begins later.
    case announced
    /// It has begun.
    case inForce = "in force"

    /// The phase at a moment.
    package init(onset: UTC, at now: UTC) { self = onset > now ? .announced : .inForce }
}

extension [AlertBlock] {
    /// The highest level that a language states.
    fileprivate var level: AlertLevel {
        if count == 1 { return self[0].level }
        return map(\.level).max { $0.rank < $1.rank } ?? AlertBlock().level
    }

    /// Returns the first block in the first language of a list that any block has, otherwise in English if
    /// there is a list, otherwise the first block.
    fileprivate func preferred(_ languages: [String]) -> AlertBlock? {
        guard count > 1, !languages.isEmpty else { return first }
        for language in languages + ["en"] {
            if let found = first(where: { LanguageTag($0.language ?? "en-US").matches(language) }) {
                return found
            }
        }
        return first
    }
}

extension [AlertBlock] {
    /// The zones that are not part of the geometry, or not as a whole, since their areas are not known: their
    /// codes, otherwise the names of areas without a shape, or with one that could not be read.
    fileprivate var unlocated: [String] {
        let areas = flatMap(\.areas)
        guard areas.contains(where: { !$0.isLocated }) else { return [] }
        let located = Set(areas.filter(\.isLocated).flatMap(\.names)).subtracting([AlertArea.unnamed])
        return areas.flatMap { $0.isLocated ? [] : $0.missing.isEmpty ? $0.names : $0.missing }
            .filter { !located.contains($0) }.unique
    }
}

extension AlertArea {
    /// Whether the shapes are the whole area.
    fileprivate var isLocated: Bool { !shapes.isEmpty && missing.isEmpty && !isCut }

    /// The text in place of the name of an area that has none; two such areas may differ.
    fileprivate static let unnamed = "an area without a name"

    /// The codes of the first name, otherwise the description.
    fileprivate var names: [String] {
        guard let name = codes.first?.name else {
            return [description.isEmpty ? AlertArea.unnamed : description]
        }
        return codes.filter { $0.name.hasBytes(of: name) }.map(\.text)
    }
}

extension JSONWriter {
    /// Writes a member with a text, unless it is empty.
    fileprivate mutating func member(_ name: StaticString, _ text: String) {
        guard !text.isEmpty else { return }
        self.name(plain: name)
        string(text)
    }

    fileprivate mutating func member(_ name: StaticString, _ texts: [String]) {
        guard !texts.isEmpty else { return }
        self.name(plain: name)
        beginArray()
        for text in texts { string(text) }
        endArray()
    }

    fileprivate mutating func member(_ name: StaticString, _ moment: UTC?) {
        guard let moment else { return }
        self.name(plain: name)
        string(moment)
    }
}
