import Decoding
import Feeds
import Records

/// The attributes and elements beside the rows of an XML document, as the members of JSON that say the same: the
/// provider's own error, or that there are more rows.
struct XMLSurroundings {
    /// The depth down to which a document without rows is searched.
    private static let greatestDepth = 3

    private let names: [String]
    private var found = JSONSurroundings()

    /// Finds what is beside the rows of a document.
    ///
    /// - Parameters:
    ///   - root: The document.
    ///   - names: The names of the rows.
    /// - Returns: The members of the elements that contain rows; without rows, those of the outer elements.
    static func of(_ root: XMLNode, named names: [String]) -> JSONSurroundings {
        var surroundings = XMLSurroundings(names: names)
        if !surroundings.collect(root) { surroundings.add(root, depth: 0) }
        return surroundings.found
    }

    private init(names: [String]) { self.names = names }

    /// Adds the members of an element if it contains rows.
    ///
    /// - Returns: Whether it is a row or contains some.
    private mutating func collect(_ node: XMLNode) -> Bool {
        if names.contains(node.name) { return true }
        var others: [XMLNode] = []
        for child in node.children where !collect(child) { others.append(child) }
        guard others.count < node.children.count else { return false }
        addAttributes(of: node)
        for other in others { add(other) }
        return true
    }

    /// Adds an element with what is inside: each may be the provider's error.
    private mutating func add(_ node: XMLNode, depth: Int) {
        add(node)
        addAttributes(of: node)
        guard depth < XMLSurroundings.greatestDepth else { return }
        for child in node.children { add(child, depth: depth + 1) }
    }

    private mutating func addAttributes(of node: XMLNode) {
        for (name, value) in node.attributes { found.add(.string(value), named: XMLRow.local(name)) }
    }

    private mutating func add(_ node: XMLNode) {
        guard JSONSurroundings.matters(node.name) else { return }
        let content = XMLRow.content(of: node)
        // Each link says by an attribute where it leads.
        found.add(node.name == "link" ? .array([content]) : content, named: node.name)
    }
}
