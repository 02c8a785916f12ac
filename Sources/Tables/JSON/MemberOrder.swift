import Records

/// The order of the members of an object by their names.
///
/// It is kept for the next object: most elements of a document have the same members.
struct MemberOrder {
    /// The places of the members in their object, in the order of their names.
    private(set) var places: [Int] = []

    /// Whether members are in the order of their names and no name is repeated.
    static func isAscending(
        _ members: RawList<JSONTranscoder.Member>, part: Range<Int>, in bytes: Span<UInt8>
    ) -> Bool {
        var index = part.lowerBound + 1
        while index < part.upperBound {
            guard members[index - 1].name.order(members[index].name, in: bytes) < 0 else { return false }
            index += 1
        }
        return true
    }

    /// Finds the order of a part of the members.
    ///
    /// - Returns: `false` if a name is repeated or the members need too many moves.
    mutating func find(
        _ members: RawList<JSONTranscoder.Member>, part: Range<Int>, in bytes: Span<UInt8>
    ) -> Bool {
        if fits(members, part: part, in: bytes) { return true }
        places.removeAll(keepingCapacity: true)
        places += 0..<part.count
        var movesLeft = 32 * part.count
        for index in places.indices.dropFirst() {
            let name = members[part.lowerBound + index].name
            var place = index
            while place > 0 {
                let order = members[part.lowerBound + places[place - 1]].name.order(name, in: bytes)
                if order < 0 { break }
                guard order > 0, movesLeft > 0 else { return false }
                movesLeft -= 1
                places[place] = places[place - 1]
                place -= 1
            }
            places[place] = index
        }
        return true
    }

    /// Whether the order of the last object is also that of these members.
    private func fits(
        _ members: RawList<JSONTranscoder.Member>, part: Range<Int>, in bytes: Span<UInt8>
    ) -> Bool {
        guard places.count == part.count else { return false }
        var index = 1
        while index < places.count {
            let last = members[part.lowerBound + places[index - 1]].name
            let name = members[part.lowerBound + places[index]].name
            guard last.order(name, in: bytes) < 0 else { return false }
            index += 1
        }
        return true
    }
}
