import Decoding
import Feeds
import Records

/// The names in messages: the elements of CAP, and the names of parameters, codes of events and codes of
/// areas, which providers define.
extension ProviderNames {
    private static let named: Set<String> = ["parameter", "eventCode", "geocode"]

    /// Counts the names of a CAP message.
    mutating func add(alert: XMLNode) {
        addRecord()
        addChildren(of: alert, in: .record)
    }

    private mutating func addChildren(of node: XMLNode, in place: Place) {
        // A span visits the elements without copying them.
        let children = node.children.span
        for index in children.indices {
            let inside = add(children[index].name, in: place)
            guard !children[index].children.isEmpty else { continue }
            if ProviderNames.named.contains(children[index].name) {
                addValueNames(of: children[index], in: inside)
            } else {
                addChildren(of: children[index], in: inside)
            }
        }
    }

    private mutating func addValueNames(of node: XMLNode, in place: Place) {
        let children = node.children.span
        for index in children.indices where children[index].name == "valueName" {
            add(trimming: children[index].text, in: place)
        }
    }

    /// Counts a name without surrounding white space, which is rare.
    private mutating func add(trimming text: String, in place: Place) {
        guard let first = text.utf8.first, let last = text.utf8.last else { return }
        guard first.isWhitespace || last.isWhitespace else {
            add(text, in: place)
            return
        }
        let rest = text.utf8.drop { $0.isWhitespace }
        guard let end = rest.lastIndex(where: { !$0.isWhitespace }) else { return }
        add(String(Substring(rest[...end])), in: place)
    }

    /// Counts the names of a message in JSON whose members are named like the elements of CAP.
    mutating func add(alert: JSON) {
        addRecord()
        addMembers(of: alert, in: .record, depth: 0)
    }

    private mutating func addMembers(of value: JSON, in place: Place, depth: Int) {
        guard depth < 4 else { return }
        for member in value.object ?? [] {
            let inside = add(member.name, in: place)
            let isNamed = ProviderNames.named.contains(member.name)
            for element in member.value.array ?? [member.value] {
                if isNamed {
                    if let name = element["valueName"]?.string { add(name, in: inside) }
                } else {
                    addMembers(of: element, in: inside, depth: depth + 1)
                }
            }
        }
    }
}
