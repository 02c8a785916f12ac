import Records

/// A component of a document, such as a calendar or an event.
struct Component {
    /// The name in upper case, such as `VEVENT`.
    let name: String
    /// Its properties, in their order.
    fileprivate(set) var properties: [Property] = []
    /// The components within it, in their order.
    fileprivate(set) var components: [Component] = []
    /// Whether its properties are read.
    fileprivate let isRead: Bool
    /// Whether its end is missing, and another component or the end of the document follows.
    fileprivate(set) var isUnfinished = false
    /// Whether the document ends within one of its lines.
    fileprivate(set) var isCut = false
    /// The first of its lines that is no property, such as the rest of a text that is not folded; `nil` if all are.
    fileprivate(set) var stray: String?

    fileprivate init(name: String) {
        self.name = name
        isRead = Component.read.contains(name)
    }

    /// The components whose properties are read.
    private static let read: Set<String> = ["VCALENDAR", "VEVENT", "VTIMEZONE", "STANDARD", "DAYLIGHT"]

    /// Returns the components of a name within this one, in their order.
    func components(_ name: String) -> [Component] { components.filter { $0.name == name } }

    /// Returns the first property of a name; `nil` if there is none.
    func first(_ name: PropertyName) -> Property? { properties.first { $0.name == name } }
}

/// Reads the calendars of a document.
///
/// A component without its end ends where one begins that cannot be within it, or where a component around it
/// ends.
///
/// Source: RFC 5545, 3.4 to 3.6.
struct ComponentReader {
    /// The components directly within a calendar; none of them is within another one.
    private static let outermost: Set<String> = [
        "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "VAVAILABILITY",
    ]
    /// The byte order mark, which begins a line where documents were joined.
    private static let byteOrderMark = Array("\u{FEFF}".utf8)
    /// The deepest nesting that is read.
    private static let deepest = 8

    private var open: [Component] = []
    private var calendars: [Component] = []

    private init() {}

    /// Reads a document.
    ///
    /// - Parameter text: The document in UTF-8, without folds.
    /// - Returns: Its calendars, in their order.
    static func calendars(of text: [UInt8]) -> [Component] {
        var reader = ComponentReader()
        var rest = text[...]
        while !rest.isEmpty {
            var line = rest.prefix { !$0.isLineEnd }
            rest = rest[line.endIndex...].drop(while: \.isLineEnd)
            if line.first == byteOrderMark[0], line.starts(with: byteOrderMark) {
                line = line.dropFirst(byteOrderMark.count)
            }
            let property = Property(line)
            if let property, property.name != .other {
                reader.add(property)
            } else if property?.isNamed != true {
                reader.addStray(line)
            }
        }
        if text.last?.isLineEnd == false, let place = reader.open.indices.last {
            reader.open[place].isCut = true
        }
        reader.close(to: 0, isFinished: false)
        return reader.calendars
    }

    private mutating func add(_ property: Property) {
        switch property.name {
        case .begin: openComponent(property.value.uppercased())
        case .end: closeComponent(property.value.uppercased())
        default:
            guard let place = open.indices.last, open[place].isRead else { return }
            open[place].properties.append(property)
        }
    }

    private mutating func addStray(_ line: ArraySlice<UInt8>) {
        guard let innermost = open.last, innermost.stray == nil, line.contains(where: { $0 > .space }) else {
            return
        }
        open[open.count - 1].stray = String(decoding: line.prefix(200), as: UTF8.self)
    }

    private mutating func openComponent(_ name: String) {
        if name == "VCALENDAR" {
            close(to: 0, isFinished: false)
        } else if ComponentReader.outermost.contains(name) {
            close(to: min(1, open.count), isFinished: false)
        }
        // Only calendars stand alone.
        guard name == "VCALENDAR" || !open.isEmpty, open.count < ComponentReader.deepest else { return }
        open.append(Component(name: name))
    }

    private mutating func closeComponent(_ name: String) {
        guard let place = open.lastIndex(where: { $0.name == name }) else { return }
        close(to: place + 1, isFinished: false)
        close(to: place, isFinished: true)
    }

    /// Closes the innermost components until a number of them is open.
    private mutating func close(to count: Int, isFinished: Bool) {
        while open.count > count {
            var component = open.removeLast()
            component.isUnfinished = !isFinished
            if open.isEmpty {
                if component.name == "VCALENDAR" { calendars.append(component) }
            } else {
                open[open.count - 1].components.append(component)
            }
        }
    }
}
