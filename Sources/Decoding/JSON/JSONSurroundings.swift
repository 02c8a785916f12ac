package import Records

/// The members beside the records of a JSON document and beside the objects on the path to them, as far as
/// they say that something is wrong: the provider's own error, or that there are more records.
package struct JSONSurroundings {
    private static let maximumCount = 64
    private var members: [JSON.Member] = []

    /// Creates surroundings without members.
    package init() {}

    /// Adds a member if its name is one of those that matter.
    package mutating func add(_ value: JSON, named name: String) {
        guard members.count < Self.maximumCount, JSONSurroundings.matters(name) else { return }
        members.append(JSON.Member(name, value))
    }

    /// Adds the members beside a list in a document; its title and type are no message.
    package mutating func add(of document: JSON) {
        for member in document.object ?? [] where member.name != "type" && member.name != "title" {
            add(member.value, named: member.name)
        }
    }

    /// Whether a member of a name may say that something is wrong.
    package static func matters(_ name: String) -> Bool {
        ProviderMessage.names.contains(name) || MoreRecords.names.contains(name)
    }

    /// The provider's message in place of the records; `nil` if there is none.
    package var message: String? { ProviderMessage.text(in: members, isStrict: false) }

    /// Finds the provider's message about an error.
    ///
    /// - Parameter isAlone: Whether there are no records beside it.
    /// - Returns: The message; `nil` if no member says that there is an error.
    package func error(isAlone: Bool) -> String? { ProviderMessage.error(in: members, isAlone: isAlone) }

    /// Finds the member that says that the document has only some of the records.
    ///
    /// - Parameter count: The number of records in the document.
    /// - Returns: The name of the member; `nil` if none says so.
    package func more(than count: Int) -> String? { MoreRecords.sign(in: members, count: count) }

    /// Returns the remarks on a list.
    ///
    /// - Parameters:
    ///   - count: The number of elements in the document.
    ///   - noun: The word for them, in the plural.
    /// - Returns: The remarks: an error beside the elements, and that there are more of them.
    package func remarks(on count: Int, _ noun: String) -> [String] {
        let error = error(isAlone: count == 0).map { "the document also states an error: \($0)" }
        let sign = more(than: count).map {
            "the document says that there are more \(noun) than its \(count) (\($0))"
        }
        return [error, sign].compactMap(\.self)
    }
}
