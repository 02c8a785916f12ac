/// A pattern for names and keys, matched byte by byte.
///
/// `*` is any run of bytes, also of slashes; `?` is one byte; `[a-z]` and `[!a-z]` are sets; everything else
/// stands for itself. A `[` that is never closed stands for itself too.
nonisolated struct Glob: Hashable, Sendable {
    private enum Part: Hashable {
        case byte(UInt8)
        case anyByte
        case anyRun
        case set(Set<UInt8>)
    }

    private let parts: [Part]

    /// Reads a pattern; every text is one.
    init(_ pattern: String) {
        var rest = Array(pattern.utf8)[...]
        var parts: [Part] = []
        while let byte = rest.popFirst() {
            switch byte {
            case 0x2A: if parts.last != .anyRun { parts.append(.anyRun) }
            case 0x3F: parts.append(.anyByte)
            case 0x5B: parts.append(Glob.set(&rest) ?? .byte(byte))
            default: parts.append(.byte(byte))
            }
        }
        self.parts = parts
    }

    /// Whether the whole text fits the pattern.
    ///
    /// - Complexity: O(pattern × text), without recursion: only the last run is ever tried again.
    func matches(_ text: String) -> Bool {
        var (part, at) = (0, 0)
        var retry: (part: Int, at: Int)?
        let bytes = Array(text.utf8)
        while at < bytes.count {
            if part < parts.count, parts[part] == .anyRun {
                retry = (part, at)
                part += 1
            } else if part < parts.count, accepts(parts[part], bytes[at]) {
                part += 1
                at += 1
            } else if let last = retry {
                retry = (last.part, last.at + 1)
                (part, at) = (last.part + 1, last.at + 1)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .anyRun }
    }

    /// The text it stands for when it has no wildcard; `nil` when it has.
    var literal: String? {
        let bytes = parts.compactMap { part -> UInt8? in if case .byte(let byte) = part { byte } else { nil }
        }
        return bytes.count == parts.count ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private func accepts(_ part: Part, _ byte: UInt8) -> Bool {
        switch part {
        case .byte(let expected): expected == byte
        case .anyByte: true
        case .anyRun: false
        case .set(let bytes): bytes.contains(byte)
        }
    }

    /// Reads a set behind its `[`; takes nothing when it is never closed.
    private static func set(_ rest: inout ArraySlice<UInt8>) -> Part? {
        var inside = rest
        let isNegated = inside.first == 0x21 || inside.first == 0x5E
        if isNegated { inside.removeFirst() }
        guard let end = inside.dropFirst().firstIndex(of: 0x5D) else { return nil }
        let bytes = members(inside[inside.startIndex..<end])
        rest = inside[(end + 1)...]
        return .set(isNegated ? Set(UInt8.min...UInt8.max).subtracting(bytes) : bytes)
    }

    private static func members(_ bytes: ArraySlice<UInt8>) -> Set<UInt8> {
        var found: Set<UInt8> = []
        var rest = bytes
        while let first = rest.popFirst() {
            if rest.first == 0x2D, let last = rest.dropFirst().first {
                rest.removeFirst(2)
                if first <= last { found.formUnion(first...last) }
            } else {
                found.insert(first)
            }
        }
        return found
    }
}
