/// One input: its first byte selects a variant of the target, the others are the data.
nonisolated struct FuzzInput: Sendable {
    /// The byte that selects a variant; seeds use the digits from `0` on.
    let variant: UInt8
    /// The data.
    let bytes: [UInt8]

    init(_ input: UnsafeBufferPointer<UInt8>) {
        variant = input.first ?? UInt8(ascii: "0")
        bytes = Array(input.dropFirst())
    }

    /// The data as text; invalid UTF-8 becomes U+FFFD.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The data before and after the first NUL; the second part is empty when there is none.
    var halves: (first: [UInt8], second: [UInt8]) {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        return (Array(parts[0]), parts.count > 1 ? Array(parts[1]) : [])
    }

    /// Returns the choice that the variant selects.
    func choice<Choice>(of choices: [Choice]) -> Choice {
        choices[Int(variant &- UInt8(ascii: "0")) % choices.count]
    }
}
