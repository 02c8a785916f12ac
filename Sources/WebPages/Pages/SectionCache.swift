import AlmanacValues
import Records

/// The sections of a page from its last rendering, which are used again for records that have not changed.
///
/// It belongs to one page in one form: the same units, zone and minute.
public final class SectionCache {
    /// A section as it was rendered from a generation of a record.
    private struct Section {
        let source: String
        let key: String
        let generation: Int
        let position: Position?
        let html: HTML

        /// Whether the section shows this record, which has not changed, at this position.
        func shows(_ item: Item, at position: Position?) -> Bool {
            generation == item.generation && key == item.key && source == item.source
                && position == self.position
        }
    }

    /// The sections by the identifiers of their elements.
    private var sections: [String: Section] = [:]

    /// Makes an empty cache.
    public init() {}

    /// Returns a section, which is rendered unless it is known.
    ///
    /// - Parameters:
    ///   - id: The identifier of its element.
    ///   - item: The only record that it shows.
    ///   - position: The position that it shows beside the record.
    ///   - render: Returns the section.
    /// - Returns: The section.
    func section(
        _ id: String, of item: Item, at position: Position?, _ render: () -> HTML
    ) -> HTML {
        if let section = sections[id], section.shows(item, at: position) { return section.html }
        let html = render()
        sections[id] = item.generation.map {
            Section(source: item.source, key: item.key, generation: $0, position: position, html: html)
        }
        return html
    }
}
