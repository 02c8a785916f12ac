extension MergePatch {
    /// Writes the JSON pointers of the leaves of a patch, as `paths(of:)` has them, without making values of it.
    ///
    /// - Parameters:
    ///   - patch: The canonical bytes of a patch; of other bytes as many paths are written as can be made out.
    ///   - writer: Gets an array of strings.
    public static func writePaths(of patch: [UInt8], to writer: inout JSONWriter) {
        writer.beginArray()
        var paths = PatchPaths()
        paths.write(patch.span, to: &writer)
        writer.endArray()
    }
}

/// The leaves of a patch, found in its bytes.
private struct PatchPaths {
    /// The pointer of the value that is looked at, as a JSON string that is still open.
    private var path: [UInt8] = [0x22]
    private var place = 0

    mutating func write(_ bytes: Span<UInt8>, to writer: inout JSONWriter) {
        guard place + 1 < bytes.count, bytes[place] == 0x7B, bytes[place + 1] != 0x7D else {
            skip(bytes)
            path.append(0x22)
            writer.literal(path)
            path.removeLast()
            return
        }
        while place + 1 < bytes.count, bytes[place] != 0x7D {
            // At the bracket or the comma before a name.
            place += 1
            let length = path.count
            takeName(bytes)
            // The colon.
            place += 1
            write(bytes, to: &writer)
            path.removeLast(path.count - length)
        }
        place += 1
    }

    /// Appends a name to the path. What is escaped in it by JSON's rules is so in the path.
    ///
    /// Source: RFC 6901 §3.
    private mutating func takeName(_ bytes: Span<UInt8>) {
        path.append(0x2F)
        place += 1
        while place < bytes.count, bytes[place] != 0x22 {
            switch bytes[place] {
            case 0x7E: path += [0x7E, 0x30]
            case 0x2F: path += [0x7E, 0x31]
            case 0x5C where place + 1 < bytes.count:
                path += [0x5C, bytes[place + 1]]
                place += 1
            case let byte: path.append(byte)
            }
            place += 1
        }
        place += 1
    }

    /// Passes over a value.
    private mutating func skip(_ bytes: Span<UInt8>) {
        var depth = 0
        repeat {
            let byte = place < bytes.count ? bytes[place] : 0
            if byte == 0x22 {
                skipString(bytes)
                continue
            }
            if byte == 0x7B || byte == 0x5B { depth += 1 }
            if byte == 0x7D || byte == 0x5D { depth -= 1 }
            place += 1
        } while place < bytes.count && (depth > 0 || (bytes[place] != 0x2C && bytes[place] != 0x7D))
    }

    private mutating func skipString(_ bytes: Span<UInt8>) {
        place += 1
        while place < bytes.count, bytes[place] != 0x22 { place += bytes[place] == 0x5C ? 2 : 1 }
        place += 1
    }
}
