import Records

/// Removes members and replaces leaves at random, the same ones for the same seed.
struct Mutation {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    private static let strangers: [JSON] = [
        .number("1e300"), .number("-1e308"), .number("1e999"), .number("9223372036854775807"),
        .number("0.000001"), .null, .bool(true), .array([]), .object([]), "", "<b>&\"'", .int(-5),
        "2026-11-20T14:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2026-11-22T00:00:00Z",
        .array(["a", 1, ["b": .null]]), ["speed": .number("1e40"), "direction": .number("1e40")],
    ]

    /// Returns the value with about every twelfth part replaced, and every twelfth member removed.
    mutating func applied(to value: JSON) -> JSON {
        if next() % 16 == 0 { return Mutation.strangers[next() % Mutation.strangers.count] }
        switch value {
        case .array(let elements): return .array(elements.map { applied(to: $0) })
        case .object(let members):
            let kept = members.filter { _ in next() % 12 != 0 }
            return .object(kept.map { .init($0.name, applied(to: $0.value)) })
        default: return value
        }
    }

    /// Returns a random number: xorshift64*.
    private mutating func next() -> Int {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33)
    }
}
