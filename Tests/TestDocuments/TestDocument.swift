package import Decoding
package import Definitions
package import Records

/// A document that a test decodes by the settings of a definition.
package enum TestDocument {
    /// Parses the text of a definition.
    package static func options(_ text: String) throws -> Options {
        var options = Options()
        try options.read(Array(text.utf8), file: "test.source")
        return options
    }

    /// Decodes a document in slices of a given length.
    package static func decode(
        _ kind: Kind, _ text: String, _ bytes: [UInt8], slice: Int = 65_536, context: DocumentContext = .test
    ) throws -> Decoded {
        var decoder = try kind.decoder(options: options(text), context: context)
        var out = Decoded()
        for start in stride(from: 0, to: bytes.count, by: slice) {
            try decoder.decode(bytes.span.extracting(start..<min(start + slice, bytes.count)), into: &out)
        }
        try decoder.finish(into: &out)
        return out
    }
}

extension DocumentContext {
    /// The context of a document made on the first day of 2024.
    package static let test = DocumentContext(reference: UTC(seconds: 1_704_067_200))
}

/// A generator of pseudo-random numbers that are the same in every run (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}
