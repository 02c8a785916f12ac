import Decoding
import Records

/// The properties of an event that are passed on as text.
struct EventTexts {
    /// The longest text, in bytes.
    private static let longest = 16_384

    private(set) var summary: String?
    /// The status, such as `confirmed`; `nil` if there is none.
    var status: String?
    private var location: String?
    private var description: String?
    private var url: String?
    private var organizer: String?
    private var geo: JSON?
    private var categories: [JSON] = []
    private var isFree = false

    /// Reads a property; others than those are ignored.
    ///
    /// - Returns: The fault of a property that cannot be read; `nil` if there is none.
    mutating func read(_ property: Property) -> EventFault? {
        switch property.name {
        case .summary, .location, .description, .url: return readText(property)
        case .organizer: organizer = property.parameter("CN")
        case .geo:
            geo = EventTexts.position(property.value)
            if geo == nil {
                return EventFault(field: "GEO", found: property.value, reason: "is no position")
            }
        case .categories:
            let texts = property.single.compactMap { EventTexts.text(of: $0) }
            categories += texts.prefix(50 - categories.count).map { .string($0) }
        case .transp: isFree = property.value.uppercased() == "TRANSPARENT"
        default: break
        }
        return nil
    }

    /// Reads a text, which should occur once.
    private mutating func readText(_ property: Property) -> EventFault? {
        let text = EventTexts.text(of: property)
        let former: String?
        switch property.name {
        case .summary: (former, summary) = (summary, text)
        case .location: (former, location) = (location, text)
        case .description: (former, description) = (description, text)
        default: (former, url) = (url, text)
        }
        if let former, former != text {
            return EventFault(field: property.name.rawValue, found: former, reason: EventReader.repetition)
        }
        guard let text, text.utf8.count == EventTexts.longest else { return nil }
        return EventFault(
            field: property.name.rawValue, found: String(text.prefix(80)),
            reason: "may be cut: it has 16 KiB or more")
    }

    /// The members of records, without those that have no value.
    var members: [JSON.Member] {
        var members: [JSON.Member] = []
        if !categories.isEmpty { members.append(.init("categories", .array(categories))) }
        add("description", description, to: &members)
        if isFree { members.append(.init("free", true)) }
        if let geo { members.append(.init("geo", geo)) }
        add("location", location, to: &members)
        add("organizer", organizer, to: &members)
        add("status", status, to: &members)
        add("summary", summary, to: &members)
        add("url", url, to: &members)
        return members
    }

    /// Adds a text to members, if there is one.
    func add(_ name: String, _ text: String?, to members: inout [JSON.Member]) {
        if let text { members.append(.init(name, .string(text))) }
    }

    private static func text(of property: Property) -> String? {
        let text = property.text
        guard text.utf8.contains(where: { $0 > .space }) else { return nil }
        guard text.utf8.count > longest else { return text }
        return String(decoding: text.utf8.prefix(longest), as: UTF8.self)
    }

    /// Reads `LATITUDE;LONGITUDE`.
    private static func position(_ text: String) -> JSON? {
        let parts = text.split(separator: ";").compactMap { Double($0.trimmingBlanks) }
        guard parts.count == 2, let position = Position(latitude: parts[0], longitude: parts[1]) else {
            return nil
        }
        return ["latitude": .double(position.latitude), "longitude": .double(position.longitude)]
    }
}
