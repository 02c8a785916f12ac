import Records

/// The name of an element, valid during the callback.
struct XMLName {
    /// The name without prefix.
    let local: UnsafePointer<UInt8>
    /// The prefix; `nil` if there is none.
    let prefix: UnsafePointer<UInt8>?
    /// The namespace; `nil` if there is none, or the prefix is undefined.
    let namespace: UnsafePointer<UInt8>?
}

/// The attributes of an element, valid during the callback.
struct XMLAttributes {
    let count: Int
    /// Five pointers for each: name, prefix, namespace, start and end of the value.
    let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    /// The names, with the prefixes of the document, and the values.
    var all: [(name: String, value: String)] {
        (0..<count).compactMap { index in
            guard let pointers, let local = unsafe pointers[5 * index] else { return nil }
            let prefix = unsafe pointers[5 * index + 1].map { unsafe String(cString: $0) + ":" } ?? ""
            return unsafe (prefix + String(cString: local), value(index))
        }
    }

    /// The value of an attribute by its lowercase name without prefix; `nil` if there is none.
    subscript(_ name: StaticString) -> String? {
        for index in 0..<count {
            guard let pointers, let local = unsafe pointers[5 * index] else { continue }
            if unsafe XMLAttributes.same(local, name: name) { return value(index) }
        }
        return nil
    }

    private func value(_ index: Int) -> String {
        guard let pointers, let start = unsafe pointers[5 * index + 3],
            let end = unsafe pointers[5 * index + 4]
        else { return "" }
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }

    private static func same(_ local: UnsafePointer<UInt8>, name: StaticString) -> Bool {
        var at = 0
        while at < name.utf8CodeUnitCount {
            let byte = unsafe local[at]
            guard byte != 0, unsafe (byte | .caseBit) == (name.utf8Start[at] | .caseBit) else { return false }
            at += 1
        }
        return unsafe local[at] == 0
    }
}
