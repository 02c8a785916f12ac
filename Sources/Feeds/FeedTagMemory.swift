import Records

/// The tags of the names that a document has had.
struct FeedTagMemory {
    /// The tag of a known name. libxml2 keeps one copy of each name, so its address identifies it.
    private struct Known {
        let local: UnsafePointer<UInt8>
        let prefix: UnsafePointer<UInt8>?
        let namespace: UnsafePointer<UInt8>?
        let tag: FeedTag
    }

    private static let slots = 256
    private var tags = [Known?](repeating: nil, count: slots)
    /// The namespaces of the feed itself, beside the known ones: those of its first element and its entries.
    private var ownNamespaces: Set<String> = []

    /// Returns the tag of an element.
    ///
    /// - Parameters:
    ///   - name: The name of the element.
    ///   - parent: The tag of the element around it; `nil` for the first one.
    ///   - isInEntry: Whether an entry is open.
    /// - Returns: The tag.
    mutating func tag(_ name: XMLName, in parent: @autoclosure () -> FeedTag?, isInEntry: Bool) -> FeedTag {
        // libxml2 keeps short names next to one another: their lowest bits differ.
        let slot = unsafe Int(bitPattern: name.local) & (FeedTagMemory.slots - 1)
        if let known = tags[slot], known.local == name.local, known.prefix == name.prefix,
            known.namespace == name.namespace
        {
            return known.tag
        }
        if !isInEntry { adoptNamespace(of: name, in: parent()) }
        let tag = FeedNames.tag(name, own: ownNamespaces)
        tags[slot] = unsafe Known(local: name.local, prefix: name.prefix, namespace: name.namespace, tag: tag)
        return tag
    }

    /// Accepts the unknown namespace of the first element, and of a channel or an entry in the feed: some feeds
    /// have invented one.
    private mutating func adoptNamespace(of name: XMLName, in parent: FeedTag?) {
        guard parent == nil || parent == .feed && FeedNames.isContainer(name),
            let namespace = FeedNames.foreignNamespace(name), ownNamespaces.insert(namespace).inserted
        else { return }
        tags = [Known?](repeating: nil, count: FeedTagMemory.slots)
    }
}
