/// The members of the open objects of an element, reused for the next.
///
/// Faster than an array, as ``FieldList`` is. A copy shares the buffer: only one of the two may write.
struct MemberList {
    private var room = RawBuffer<JSONTranscoder.Member>(count: 64)
    private var start: UnsafeMutablePointer<JSONTranscoder.Member>
    /// The number of members.
    private(set) var count = 0

    init() { unsafe start = room.start }

    /// The member at an index.
    @inline(__always)
    subscript(index: Int) -> JSONTranscoder.Member {
        precondition(index >= 0 && index < count, "no such member")
        return unsafe start[index]
    }

    /// Appends a member.
    @inline(__always)
    mutating func append(_ member: JSONTranscoder.Member) {
        if count == room.count { grow() }
        unsafe (start + count).initialize(to: member)
        count += 1
    }

    /// Discards the members from an index on.
    mutating func truncate(to index: Int) { count = index }

    private mutating func grow() {
        let larger = RawBuffer<JSONTranscoder.Member>(count: room.count * 2)
        unsafe larger.start.initialize(from: start, count: count)
        room = larger
        unsafe start = larger.start
    }
}
