import Records

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
