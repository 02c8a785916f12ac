import Records

/// Names that are searched for among the members of each element.
struct SearchedMembers {
    private let names: [[UInt8]]
    private let prefixes: [UInt64]

    init(_ names: [String]) {
        self.names = names.map { Array($0.utf8) }
        prefixes = self.names.map { MemberName($0.span, place: 0..<$0.count).prefix }
    }

    /// Returns the index of the first name that equals a member's; `nil` if none does.
    @inline(__always)
    func index(of member: MemberName, in bytes: Span<UInt8>) -> Int? {
        for index in prefixes.indices where prefixes[index] == member.prefix {
            if isEqual(names[index], to: member.place, in: bytes) { return index }
        }
        return nil
    }

    private func isEqual(_ name: [UInt8], to place: Range<Int>, in bytes: Span<UInt8>) -> Bool {
        guard name.count == place.count else { return false }
        return name.indices.allSatisfy { name[$0] == bytes[unchecked: place.lowerBound + $0] }
    }
}
