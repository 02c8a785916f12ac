import Decoding

/// The names of the elements and attributes in the reports of a document, with their values.
///
/// An attribute has the name of its element before it: `sky_condition/sky_cover`.
struct XMLReportNames {
    private struct Element {
        let place: ProviderNames.Place
        var hasElements = false
    }

    /// The names, with the number of reports that have each of them.
    private(set) var counts = ProviderNames()
    /// The elements around the present place in a report, the outermost first; `nil` outside reports.
    private var open: [Element]?

    /// Begins a report.
    mutating func beginReport() {
        counts.addRecord()
        open = []
    }

    /// Ends a report.
    mutating func endReport() { open = nil }

    /// Counts an element that begins, and its attributes.
    mutating func begin(_ name: String, _ tag: XMLTag) {
        guard var elements = open else { return }
        let place = counts.add(name, in: elements.last?.place ?? .record)
        for attribute in tag.attributes {
            counts.addText(attribute.value, of: counts.add(attribute.name, in: place))
        }
        open = nil
        if !elements.isEmpty { elements[elements.count - 1].hasElements = true }
        if !tag.isWhole { elements.append(Element(place: place)) }
        open = elements
    }

    /// Counts the text of an element that ends, unless it has elements.
    mutating func end(_ text: String) {
        guard let element = open?.popLast(), !element.hasElements else { return }
        counts.addText(text, of: element.place)
    }
}
