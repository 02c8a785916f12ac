extension MergePatch {
    /// Writes the JSON pointers of the leaves of a patch, like `paths(of:)` but without building values.
    ///
    /// - Parameters:
    ///   - patch: The canonical bytes of a patch; for other bytes, as many paths as can be found are written.
    ///   - writer: Receives an array of strings.
    public static func writePaths(of patch: [UInt8], to writer: inout JSONWriter) {
        writer.beginArray()
        var paths = PatchPaths(levels: PatchPaths.areShort(patch) ? .max : 1)
        paths.forEach(in: patch.span) { writer.literal($0) }
        writer.endArray()
    }
}

/// The state of a search for the leaves of a patch in its bytes.
private struct PatchPaths {
    /// The pointer of the current value, as a JSON string that is not yet closed.
    private var path: [UInt8] = [.quote]
    private var place = 0
    /// The number of levels left down to those whose values are taken as leaves.
    private var levels: Int

    init(levels: Int) { self.levels = levels }

    /// Whether the pointers of all leaves take at most `MergePatch.longestPaths` bytes.
    static func areShort(_ patch: [UInt8]) -> Bool {
        // The pointers are longest when half of the patch is one name over leaves of three bytes at least.
        guard patch.count > 1024 else { return true }
        var paths = PatchPaths(levels: .max)
        var length = 0
        paths.forEach(in: patch.span) { length += $0.count }
        return length <= MergePatch.longestPaths
    }

    /// Calls `body` with the pointer of each leaf, a JSON string.
    mutating func forEach(in bytes: Span<UInt8>, _ body: ([UInt8]) -> Void) {
        guard levels > 0, place + 1 < bytes.count, bytes[place] == .leftBrace, bytes[place + 1] != .rightBrace
        else {
            skip(bytes)
            path.append(.quote)
            body(path)
            path.removeLast()
            return
        }
        levels -= 1
        while place + 1 < bytes.count, bytes[place] != .rightBrace {
            // Step over the bracket or comma before the name.
            place += 1
            let length = path.count
            appendName(bytes)
            // Step over the colon.
            place += 1
            forEach(in: bytes, body)
            path.removeLast(path.count - length)
        }
        levels += 1
        place += 1
    }

    /// Appends a name to the path, keeping its JSON escapes.
    ///
    /// Source: RFC 6901 §3.
    private mutating func appendName(_ bytes: Span<UInt8>) {
        path.append(.slash)
        place += 1
        while place < bytes.count, bytes[place] != .quote {
            switch bytes[place] {
            case .tilde: path += [.tilde, UInt8(ascii: "0")]
            case .slash: path += [.tilde, UInt8(ascii: "1")]
            case .backslash where place + 1 < bytes.count:
                path += [.backslash, bytes[place + 1]]
                place += 1
            case let byte: path.append(byte)
            }
            place += 1
        }
        place += 1
    }

    /// Skips a value.
    private mutating func skip(_ bytes: Span<UInt8>) {
        var depth = 0
        repeat {
            let byte = place < bytes.count ? bytes[place] : 0
            if byte == .quote {
                skipString(bytes)
                continue
            }
            if byte == .leftBrace || byte == .leftBracket { depth += 1 }
            if byte == .rightBrace || byte == .rightBracket { depth -= 1 }
            place += 1
        } while place < bytes.count && (depth > 0 || (bytes[place] != .comma && bytes[place] != .rightBrace))
    }

    private mutating func skipString(_ bytes: Span<UInt8>) {
        place += 1
        while place < bytes.count, bytes[place] != .quote { place += bytes[place] == .backslash ? 2 : 1 }
        place += 1
    }
}
