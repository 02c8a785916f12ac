/// A source of random numbers with a sequence for each seed.
///
/// Source: Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled" (xorshift64*);
/// the seed passes through splitmix64, so that similar seeds have unrelated sequences.
nonisolated struct Chance: RandomNumberGenerator {
    private var state: UInt64

    /// Creates the sequence of a seed.
    init(seed: UInt64) {
        var mixed = seed &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        // The sequence of a state of 0 would be 0 forever.
        state = mixed == 0 ? 1 : mixed
    }

    /// Returns the next number.
    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 0x2545_F491_4F6C_DD1D
    }

    /// The number that comes next, which stays the next one.
    var following: UInt64 {
        var copy = self
        return copy.next()
    }

    /// Returns a number from 0 to below a limit, which is at least 1.
    mutating func below(_ limit: Int) -> Int {
        precondition(limit > 0, "no number is below the limit")
        return Int(next().multipliedFullWidth(by: UInt64(limit)).high)
    }

    /// Returns `true` with a probability, 0...1.
    mutating func isTrue(_ share: Double) -> Bool { Double(next() >> 11) < share * 0x1p53 }

    /// Returns an element of a list, which is not empty.
    mutating func pick<T>(_ list: [T]) -> T { list[below(list.count)] }

    /// Returns a generator with a sequence of its own: what it is used for does not move this sequence.
    mutating func split() -> Chance { Chance(seed: next()) }
}
