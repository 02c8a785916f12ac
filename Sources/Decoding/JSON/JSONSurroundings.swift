package import Records

/// The members beside the records of a JSON document and beside the objects on the path to them, as far as
/// they say that something is wrong: the provider's own error, or that there are more records.
package struct JSONSurroundings {
    private static let maximumCount = 64
    private var members: [JSON.Member] = []

    /// Creates surroundings without members.
    package init() {}

    /// Whether members with a name matter.
    package static func isRelevant(_ name: String) -> Bool {
        ProviderMessage.names.contains(name) || MoreRecords.names.contains(name)
    }

    /// Adds a member if its name is one of those that matter.
    package mutating func add(_ value: JSON, named name: String) {
        guard members.count < Self.maximumCount, Self.isRelevant(name) else { return }
        members.append(JSON.Member(name, value))
    }

    /// The provider's message in place of the records; `nil` if there is none.
    package var message: String? { ProviderMessage.text(in: members, isStrict: false) }

    /// The provider's message about an error; `nil` if no member says that there is one.
    package var error: String? { ProviderMessage.text(in: members, isStrict: true) }

    /// Finds the member that says that the document has only some of the records.
    ///
    /// - Parameter count: The number of records in the document.
    /// - Returns: The name of the member; `nil` if none says so.
    package func more(than count: Int) -> String? { MoreRecords.sign(in: members, count: count) }
}
