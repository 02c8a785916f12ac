/// A time span, or a moment since the simulated machine booted, in nanoseconds.
typealias Nanoseconds = Int64

extension Nanoseconds {
    static func milliseconds(_ count: Int) -> Nanoseconds { Int64(count) * 1_000_000 }
    static func seconds(_ count: Int) -> Nanoseconds { Int64(count) * 1_000_000_000 }
    static func minutes(_ count: Int) -> Nanoseconds { seconds(60 * count) }
    static func hours(_ count: Int) -> Nanoseconds { seconds(3600 * count) }
}
