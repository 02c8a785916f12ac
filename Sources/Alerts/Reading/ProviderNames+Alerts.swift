import Decoding
import Feeds
import Records

/// The names in messages with their values: the elements of CAP, and the names of parameters, codes of events
/// and codes of areas, which providers define.
extension ProviderNames {
    private static let named: Set<String> = ["parameter", "eventCode", "geocode"]
    /// The maximum depth of elements that are counted: a name is kept with all names around it.
    private static let deepest = 8

    /// Counts the names of a CAP message.
    mutating func add(alert: XMLNode) {
        addRecord()
        addChildren(of: alert, in: .record, depth: 0)
    }

    private mutating func addChildren(of node: XMLNode, in place: Place, depth: Int) {
        guard depth < ProviderNames.deepest else { return }
        // A span visits the elements without copying them.
        let children = node.children.span
        for index in children.indices {
            let inside = add(children[index].name, in: place)
            if children[index].children.isEmpty {
                addText(children[index].text, of: inside)
            } else if ProviderNames.named.contains(children[index].name) {
                addNamedValue(children[index], in: inside)
            } else {
                addChildren(of: children[index], in: inside, depth: depth + 1)
            }
        }
    }

    /// Counts the name and the value of a parameter or code, both without surrounding white space.
    private mutating func addNamedValue(_ node: XMLNode, in place: Place) {
        var inside: Place?
        let children = node.children.span
        for index in children.indices where children[index].name == "valueName" {
            inside = add(children[index].text.withoutSurroundingSpace, in: place)
        }
        guard let inside, countsValues(of: inside) else { return }
        for index in children.indices where children[index].name == "value" {
            addText(children[index].text, of: inside)
        }
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
            addValue(member.value, of: inside)
            let isNamed = ProviderNames.named.contains(member.name)
            for element in member.value.array ?? [member.value] {
                if isNamed {
                    guard let name = element["valueName"]?.string else { continue }
                    addValue(element["value"] ?? .null, of: add(name, in: inside))
                } else {
                    addMembers(of: element, in: inside, depth: depth + 1)
                }
            }
        }
    }
}
