/// The subscribers of a subject, in the order of subscription.
///
/// Without a type parameter: subscribing and cancelling touch no generic metadata. A cancelled slot becomes a hole,
/// so cancelling is O(1) and the order stays; holes are swept when nothing is being sent.
///
/// The fields are accessed unchecked: every method finishes with them before anything else is called or released.
@usableFromInline
class Roster {
    /// The slots, each owning one reference; `nil` is a hole.
    @usableFromInline @exclusivity(unchecked)
    final var slots: UnsafeMutablePointer<Unmanaged<Slot>?>

    /// How many entries are in use, holes included.
    @usableFromInline @exclusivity(unchecked)
    final var count = 0

    @exclusivity(unchecked)
    private final var capacity = 1

    /// How many entries are holes, or will be when the sending is over.
    @usableFromInline @exclusivity(unchecked)
    final var holes = 0

    /// A value is on its way: slots must stay where they are, and alive.
    @usableFromInline @exclusivity(unchecked)
    final var isSending = false

    /// Where this thread's subscriptions are counted.
    private final let live = LiveSubscriptions.counter

    @usableFromInline
    init() {
        slots = .allocate(capacity: 1)
    }

    deinit {
        for index in 0..<count { slots[index]?.release() }
        slots.deallocate()
    }

    /// Adds a slot behind all others.
    @usableFromInline
    final func add(_ slot: Slot) {
        if count == capacity { makeRoom() }
        slot.index = count
        (slots + count).initialize(to: .passRetained(slot))
        count += 1
        live.pointee += 1
    }

    /// Takes a slot out: at once, or when the sending is over.
    @usableFromInline
    final func remove(_ slot: Slot) {
        live.pointee -= 1
        holes += 1
        if isSending { return }
        let place = slots[slot.index]
        slots[slot.index] = nil
        if holes > 8, holes * 2 > count { sweep() } else { trim() }
        place?.release()
    }

    /// Ends the sending and lets go of what was cancelled on the way.
    @usableFromInline
    final func endSending() {
        isSending = false
        if holes == 0 { return }
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

    /// Drops holes at the end, so that one subscriber who comes and goes leaves no trace.
    private final func trim() {
        while count > 0, slots[count - 1] == nil {
            count -= 1
            holes -= 1
        }
    }

    /// Closes all holes; the order stays.
    private final func sweep() {
        var kept = 0
        for index in 0..<count {
            guard let slot = slots[index] else { continue }
            slots[kept] = slot
            slot._withUnsafeGuaranteedRef { $0.index = kept }
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
