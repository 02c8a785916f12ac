/// The subscribers of a subject, in the order of subscription.
///
/// It has no type parameter, so that subscribing and cancelling need no generic metadata. A cancelled slot
/// becomes a hole: cancelling is O(1) and preserves the order; holes are removed when no value is being sent.
///
/// The fields are accessed unchecked: every method finishes with them before it calls or releases anything
/// else.
@usableFromInline
class Roster {
    /// The slots, each an owned reference; `nil` is a hole.
    @usableFromInline @exclusivity(unchecked)
    final var slots: UnsafeMutablePointer<Unmanaged<Slot>?>

    /// The number of entries in use, including holes.
    @usableFromInline @exclusivity(unchecked)
    final var count = 0

    @exclusivity(unchecked)
    private final var capacity = 1

    /// The number of entries that are holes, or will be after the current delivery.
    @usableFromInline @exclusivity(unchecked)
    final var holes = 0

    /// Whether a value is being delivered: slots must keep their place and stay alive.
    @usableFromInline @exclusivity(unchecked)
    final var isSending = false

    #if DEBUG
        /// Finds threads that use the subject at the same time.
        final let check = ThreadCheck()
    #endif

    /// The type of the subject, for messages.
    var title: String { "a subject" }

    /// The subscription count of this thread.
    private final let live = LiveSubscriptions.counter

    @usableFromInline
    init() {
        slots = .allocate(capacity: 1)
    }

    deinit {
        for index in 0..<count { slots[index]?.release() }
        slots.deallocate()
    }

    /// Ends all subscriptions without a completion, before the roster is released.
    final func detachAll() {
        for index in 0..<count {
            let hasLeft = slots[index]?._withUnsafeGuaranteedRef { $0.leave() != nil } ?? false
            if hasLeft { live.pointee -= 1 }
        }
    }

    /// Appends an owned reference to a slot.
    @usableFromInline
    final func add(_ slot: Unmanaged<Slot>) {
        append(slot)
        live.pointee += 1
    }

    private final func append(_ slot: Unmanaged<Slot>) {
        if count == capacity { makeRoom() }
        slot._withUnsafeGuaranteedRef { $0.index = Int32(count) }
        (slots + count).initialize(to: slot)
        count += 1
    }

    /// Removes a slot: at once, or after the current delivery.
    @usableFromInline
    final func remove(_ slot: Slot) {
        live.pointee -= 1
        holes += 1
        if isSending { return }
        empty(slot.index)?.release()
    }

    /// Moves a slot to the end of another roster, which the caller stores in the slot; returns `false` if a
    /// value is being delivered here.
    @usableFromInline
    final func move(_ slot: Slot, to other: Roster) -> Bool {
        if isSending { return false }
        holes += 1
        guard let owned = empty(slot.index) else { return false }
        other.append(owned)
        return true
    }

    /// Turns a place into a hole and returns the reference that it owned.
    private final func empty(_ index: Int32) -> Unmanaged<Slot>? {
        let owned = slots[Int(index)]
        slots[Int(index)] = nil
        if holes > 8, holes * 2 > count { sweep() } else { trim() }
        return owned
    }

    /// Finishes the delivery and releases the slots cancelled meanwhile.
    @inlinable
    final func finishSending() {
        isSending = false
        if holes > 0 { removeEnded() }
    }

    /// Releases the slots cancelled during the delivery and removes all holes.
    @usableFromInline
    final func removeEnded() {
        var ended: [Unmanaged<Slot>] = []
        for index in 0..<count {
            guard let slot = slots[index] else { continue }
            if slot._withUnsafeGuaranteedRef({ $0.roster == nil }) {
                ended.append(slot)
                slots[index] = nil
            }
        }
        sweep()
        for slot in ended { slot.release() }
    }

    /// Removes holes at the end, so that a single subscriber that subscribes and cancels repeatedly leaves no
    /// trace.
    private final func trim() {
        while count > 0, slots[count - 1] == nil {
            count -= 1
            holes -= 1
        }
    }

    /// Removes all holes; the order is preserved.
    private final func sweep() {
        var kept = 0
        for index in 0..<count {
            guard let slot = slots[index] else { continue }
            slots[kept] = slot
            slot._withUnsafeGuaranteedRef { $0.index = Int32(kept) }
            kept += 1
        }
        count = kept
        holes = 0
    }

    private final func makeRoom() {
        let larger = UnsafeMutablePointer<Unmanaged<Slot>?>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: slots, count: count)
        slots.deallocate()
        slots = larger
        capacity *= 2
    }
}
