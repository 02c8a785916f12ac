import Glibc
package import Records

extension Decoded {
    /// Replaces U+0000 by U+FFFD everywhere, with a reject for each record that has one.
    ///
    /// Programs in C end a text there: `varlinkctl` of systemd 257 fails for a whole snapshot because of one
    /// such record.
    public mutating func replaceNulls() {
        for place in rejects.indices { rejects[place].replaceNulls() }
        notes = notes.map(\.withoutNulls)
        title = title?.withoutNulls
        for place in records.indices {
            if let fault = records[place].replaceNulls() { rejects.append(fault) }
        }
    }
}

extension Reject {
    fileprivate mutating func replaceNulls() {
        guard found.contains(0) || field?.contains(0) == true || key?.contains(0) == true else { return }
        found = found.withoutNulls
        field = field?.withoutNulls
        key = key?.withoutNulls
    }
}

extension Record {
    private var hasNull: Bool {
        data.hasEscapedNull || title?.contains(0) == true || group?.contains(0) == true
    }

    /// Replaces U+0000 by U+FFFD everywhere.
    ///
    /// - Returns: The reject that says so; `nil` if there was none.
    package mutating func replaceNulls() -> Reject? {
        guard hasNull else { return nil }
        title = title?.withoutNulls
        group = group?.withoutNulls
        var fault = Reject(key: key, found: title ?? "", reason: "U+0000, replaced by U+FFFD")
        // Decoders write valid JSON.
        guard data.hasEscapedNull, let value = try? JSON(parsing: data) else { return fault }
        if let (field, text) = value.firstNull() {
            fault.field = field.withoutNulls
            fault.found = text.withoutNulls
        }
        data = value.withoutNulls.canonicalBytes
        return fault
    }
}

extension JSON {
    /// The value without U+0000, in names as well.
    fileprivate var withoutNulls: JSON {
        switch self {
        case .string(let text): .string(text.withoutNulls)
        case .array(let elements): .array(elements.map(\.withoutNulls))
        case .object(let members):
            .object(members.map { Member($0.name.withoutNulls, $0.value.withoutNulls) })
        default: self
        }
    }

    /// Returns the path and the text of the first string or name with U+0000; `nil` if there is none.
    fileprivate func firstNull(at path: String = "") -> (field: String, text: String)? {
        switch self {
        case .string(let text): return text.contains(0) ? (path, text) : nil
        case .array(let elements):
            return elements.lazy.compactMap { $0.firstNull(at: path) }.first
        case .object(let members):
            for member in members {
                let inner = path.isEmpty ? member.name : "\(path).\(member.name)"
                if member.name.contains(0) { return (inner, member.name) }
                if let found = member.value.firstNull(at: inner) { return found }
            }
            return nil
        default: return nil
        }
    }
}

extension String {
    /// The text with U+FFFD instead of U+0000.
    fileprivate var withoutNulls: String {
        guard contains(0) else { return self }
        return String(unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : Character($0) })
    }
}

/// The escape of U+0000 in JSON.
private let escapedNull: StaticString = "\\u0000"

extension [UInt8] {
    /// Whether the bytes, which are JSON, have the escape of U+0000 in a string.
    fileprivate var hasEscapedNull: Bool {
        unsafe withUnsafeBytes { bytes in
            var at = 0
            while let found = unsafe memchr(bytes.baseAddress! + at, CInt(UInt8.backslash), bytes.count - at)
            {
                at = unsafe UnsafeRawPointer(found) - bytes.baseAddress!
                if bytes.count - at >= escapedNull.utf8CodeUnitCount,
                    unsafe memcmp(found, escapedNull.utf8Start, escapedNull.utf8CodeUnitCount) == 0
                {
                    return true
                }
                // The next byte may be an escaped backslash.
                at += 2
                if at >= bytes.count { return false }
            }
            return false
        }
    }
}
