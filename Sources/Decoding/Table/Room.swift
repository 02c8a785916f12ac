/// Room for plain values, given back when nobody holds it.
final class Room<Element: BitwiseCopyable> {
    /// Where it begins; what lies there has no value at first.
    let start: UnsafeMutablePointer<Element>
    /// For how many values it is.
    let count: Int

    init(count: Int) {
        unsafe start = .allocate(capacity: count)
        self.count = count
    }

    deinit {
        unsafe start.deallocate()
    }
}
