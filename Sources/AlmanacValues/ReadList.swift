package import Records

/// The elements of a list in an answer that could be read, and the number of the others, so that a part never
/// seems to be all.
struct ReadList<Element> {
    /// The elements that could be read, in their order.
    let elements: [Element]
    /// The number of elements of another shape.
    let unread: Int

    /// Reads a list; one that is absent is empty.
    ///
    /// - Parameters:
    ///   - json: The list; `nil` if the answer has none.
    ///   - read: Returns an element; `nil` if it has another shape.
    init(_ json: JSON?, _ read: (JSON) -> Element?) {
        let all = json?.array ?? []
        elements = all.compactMap(read)
        unread = all.count - elements.count
    }
}

extension JSON {
    /// Returns all elements of a list; `nil` if this is no list or an element has another shape.
    package func wholeList<Element>(_ read: (JSON) -> Element?) -> [Element]? {
        guard array != nil else { return nil }
        let list = ReadList(self, read)
        return list.unread == 0 ? list.elements : nil
    }
}
