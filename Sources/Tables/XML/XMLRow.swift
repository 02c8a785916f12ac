import Feeds
import Records

/// An element of an XML document as a row: its attributes and child elements by their names without prefix.
///
/// A child that has only text is a text; any other one is an object of the same form, with its own text as
/// `text`. Children of one name are an array.
struct XMLRow {
    /// The row as an object.
    let value: JSON

    private init(_ node: XMLNode) { value = .object(XMLRow.members(of: node)) }

    /// Finds the rows of a document in its order; `XMLTree` bounds the depth.
    static func rows(in node: XMLNode, named names: [String]) -> [XMLRow] {
        names.contains(node.name) ? [XMLRow(node)] : node.children.flatMap { rows(in: $0, named: names) }
    }

    private static func members(of node: XMLNode) -> [JSON.Member] {
        var members: [(name: String, values: [JSON])] = []
        var places: [String: Int] = [:]
        for (name, value) in parts(of: node) {
            if let place = places[name] {
                members[place].values.append(value)
            } else {
                places[name] = members.count
                members.append((name, [value]))
            }
        }
        return members.map { JSON.Member($0.name, $0.values.count == 1 ? $0.values[0] : .array($0.values)) }
    }

    private static func parts(of node: XMLNode) -> [(String, JSON)] {
        let attributes = node.attributes.map { (local($0.name), JSON.string($0.value)) }
        let children = node.children.map { ($0.name, content(of: $0)) }
        return attributes + children + (node.trimmed.map { [("text", .string($0))] } ?? [])
    }

    /// Returns an element as a text or an object.
    static func content(of node: XMLNode) -> JSON {
        guard node.attributes.isEmpty, node.children.isEmpty else { return .object(members(of: node)) }
        return .string(node.trimmed ?? "")
    }

    /// Returns the name of an attribute without its prefix.
    static func local(_ name: String) -> String {
        String(name.split(separator: ":").last ?? Substring(name))
    }
}
