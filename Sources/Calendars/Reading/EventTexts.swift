import CLibical
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

    /// Takes a property; others than those are ignored.
    mutating func take(_ property: Property) {
        switch property.kind {
        case ICAL_SUMMARY_PROPERTY: summary = EventTexts.text(of: property)
        case ICAL_LOCATION_PROPERTY: location = EventTexts.text(of: property)
        case ICAL_DESCRIPTION_PROPERTY: description = EventTexts.text(of: property)
        case ICAL_URL_PROPERTY: url = EventTexts.text(of: property)
        case ICAL_ORGANIZER_PROPERTY: organizer = property.parameter("CN")
        case ICAL_GEO_PROPERTY: geo = EventTexts.position(property.value)
        case ICAL_CATEGORIES_PROPERTY:
            if let text = EventTexts.text(of: property), categories.count < 50 {
                categories.append(.string(text))
            }
        case ICAL_TRANSP_PROPERTY: isFree = property.value == "TRANSPARENT"
        default: break
        }
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
        guard text.contains(where: { !$0.isWhitespace }) else { return nil }
        guard text.utf8.count > longest else { return text }
        return String(decoding: text.utf8.prefix(longest), as: UTF8.self)
    }

    /// Reads `LATITUDE;LONGITUDE`.
    private static func position(_ text: String) -> JSON? {
        let parts = text.split(separator: ";").compactMap { Double($0) }
        guard parts.count == 2, let position = Position(latitude: parts[0], longitude: parts[1]) else {
            return nil
        }
        return ["latitude": .double(position.latitude), "longitude": .double(position.longitude)]
    }
}
