import CLibical
import Records

/// A component that libical has read, such as an event; it belongs to the document.
struct Component {
    private let component: OpaquePointer

    /// Refers to a component.
    init(_ component: OpaquePointer) { unsafe self.component = component }

    /// Whether this is a component of a kind.
    func isA(_ kind: icalcomponent_kind) -> Bool { unsafe almanac_icalcomponent_isa(component) == kind }

    /// Returns the components of a kind within this one, in their order.
    func components(_ kind: icalcomponent_kind) -> [Component] {
        var found: [Component] = []
        var next = unsafe almanac_icalcomponent_get_first_component(component, kind)
        while let inner = unsafe next {
            unsafe found.append(Component(inner))
            unsafe next = almanac_icalcomponent_get_next_component(component, kind)
        }
        return found
    }

    /// Calls a function with each property, in their order.
    func forEachProperty(_ use: (Property) -> Void) {
        var next = unsafe almanac_icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
        while let property = unsafe next {
            unsafe use(Property(property))
            unsafe next = almanac_icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
        }
    }

    /// Returns the first property of a kind; `nil` if there is none.
    func first(_ kind: icalproperty_kind) -> Property? {
        unsafe almanac_icalcomponent_get_first_property(component, kind).map { unsafe Property($0) }
    }
}

/// A property that libical has read, such as `DTSTART`; it belongs to the document.
struct Property {
    private let property: OpaquePointer

    /// Refers to a property.
    fileprivate init(_ property: OpaquePointer) { unsafe self.property = property }

    /// The kind of the property.
    var kind: icalproperty_kind { unsafe almanac_icalproperty_isa(property) }

    /// The name of a property that RFC 5545 does not define; empty for others.
    var experimentalName: String {
        unsafe almanac_icalproperty_get_x_name(property).map { unsafe String(cString: $0) } ?? ""
    }

    /// The value as it stands in a document, with its escapes; empty if there is none.
    var value: String {
        unsafe almanac_icalproperty_get_value_as_string(property).map { unsafe String(cString: $0) } ?? ""
    }

    /// The value of a text, without its escapes.
    ///
    /// Source: RFC 5545, 3.3.11.
    var text: String {
        let value = value
        guard value.utf8.contains(.backslash) else { return value }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in value.utf8 {
            if !isEscaped, byte == .backslash {
                isEscaped = true
                continue
            }
            let isLineFeed = isEscaped && (byte == UInt8(ascii: "n") || byte == UInt8(ascii: "N"))
            bytes.append(isLineFeed ? .newline : byte)
            isEscaped = false
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns a parameter such as `TZID`, without quotation marks; `nil` if there is none.
    func parameter(_ name: String) -> String? {
        guard let found = unsafe almanac_icalproperty_get_parameter_as_string(property, name) else {
            return nil
        }
        let text = unsafe String(cString: found)
        return text.hasPrefix("\"") && text.hasSuffix("\"") && text.utf8.count > 1
            ? String(text.dropFirst().dropLast()) : text
    }
}
