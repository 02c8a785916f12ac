/// A buffer of trivial values that is freed with its last owner.
final class RawBuffer<Element: BitwiseCopyable> {
    /// The start of the uninitialized memory.
    let start: UnsafeMutablePointer<Element>
    /// The number of values.
    let count: Int

    init(count: Int) {
        unsafe start = .allocate(capacity: count)
        self.count = count
    }

    deinit {
        unsafe start.deallocate()
    }
}
