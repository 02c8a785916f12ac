package import Records

/// The `%` specifiers in the values of a definition.
package nonisolated enum Specifiers {
    /// Replaces `%i` with the instance, `%{1}` with its part before the first colon, `%{2}` with that after
    /// it, and `%%` with `%`; any other `%` is kept. In an address, each further colon becomes a slash.
    ///
    /// - Parameters:
    ///   - text: A value of a definition.
    ///   - instance: The instance; `nil` to keep `%i`.
    ///   - isURL: Whether to percent-encode the instance.
    /// - Returns: The value; `%{credential}`, positions and dates are not replaced.
    static func resolve(_ text: String, instance: String?, isURL: Bool) -> String {
        guard text.utf8.contains(.percent) else { return text }
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch (byte, rest.first, instance) {
            case (.percent, .percent?, _):
                bytes.append(.percent)
                rest.removeFirst()
            case (.percent, UInt8(ascii: "{")?, let instance?):
                if let part = part(rest.prefix(3), of: instance) {
                    bytes += isURL ? path(part) : Array(part.utf8)
                    rest.removeFirst(3)
                } else {
                    bytes.append(byte)
                }
            case (.percent, UInt8(ascii: "i")?, let instance?):
                bytes += isURL ? percentEncoded(instance) : Array(instance.utf8)
                rest.removeFirst()
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the part of an instance that `{1}` or `{2}` names; `nil` for other texts, and if there is
    /// none.
    private static func part(_ specifier: Substring.UTF8View, of instance: String) -> Substring? {
        let parts = instance.split(separator: ":", maxSplits: 1)
        return switch Substring(specifier) {
        case "{1}": parts.first
        case "{2}": parts.count == 2 ? parts[1] : nil
        default: nil
        }
    }

    /// Returns the segments between colons as those of a path.
    private static func path(_ part: Substring) -> [UInt8] {
        Array(part.split(separator: ":").map { percentEncoded(String($0)) }.joined(separator: [.slash]))
    }

    /// Whether an address has a part of the instance that the instance lacks.
    static func lacksPart(_ url: String) -> Bool {
        url.contains(text: "%{1}") || url.contains(text: "%{2}")
    }

    /// The position of the instance.
    static let position = "%{latitude},%{longitude}"

    /// Whether an address contains `%{latitude}` or `%{longitude}`.
    package static func wantsPosition(_ url: String) -> Bool {
        url.contains(text: "%{latitude}") || url.contains(text: "%{longitude}")
    }

    /// Replaces `%{latitude}` and `%{longitude}` with degrees of at most four decimals, without trailing
    /// zeros.
    package static func locate(_ url: String, at position: Position) -> String {
        func text(_ degrees: Double) -> String { JSONWriter.shortest((degrees * 10_000).rounded() / 10_000) }
        return url.replacing(text: "%{latitude}", with: text(position.latitude))
            .replacing(text: "%{longitude}", with: text(position.longitude))
    }

    /// Replaces `%{today}` and `%{yesterday}` with dates such as `20261128`, in UTC.
    package static func date(_ url: String, at now: UTC) -> String {
        guard url.contains(text: "%{") else { return url }
        func text(_ moment: UTC) -> String {
            String(moment.description.prefix(10).filter { $0 != "-" })
        }
        return url.replacing(text: "%{today}", with: text(now))
            .replacing(text: "%{yesterday}", with: text(now + .seconds(-86_400)))
    }

    /// Percent-encodes all but unreserved characters and commas, which separate stations in lists.
    private static func percentEncoded(_ text: String) -> [UInt8] {
        Array(text.percentEncoded(keeping: ",").utf8)
    }
}
