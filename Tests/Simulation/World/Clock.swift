/// Times as texts.
enum Clock {
    /// A time as hours, minutes and seconds.
    static func text(_ time: Nanoseconds) -> String {
        let seconds = time / .seconds(1)
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
        return parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }

    /// Reads a time; `nil` if it is none.
    static func time(_ text: some StringProtocol) -> Nanoseconds? {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        return .seconds(parts[0] * 3600 + parts[1] * 60 + parts[2])
    }
}
