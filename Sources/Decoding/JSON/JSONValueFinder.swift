package import Records

/// A search for one value of a JSON document that arrives in slices.
///
/// A document that is not valid JSON has no such value: its decoder reports the fault.
package struct JSONValueFinder {
    private var elements: JSONElements?
    private var isBegun = false
    /// The value; `nil` if it was not found so far.
    package private(set) var value: JSON?

    /// Creates a search for the value at a JSON pointer.
    package init(_ pointer: FieldPath) {
        var format = JSONFormat()
        format.steps = pointer.steps
        elements = JSONElements(format)
    }

    /// Searches the next slice.
    package mutating func read(_ bytes: Span<UInt8>) {
        guard elements != nil else { return }
        elements?.makeRoom()
        elements?.text.append(bytes.extracting(isBegun ? 0..<bytes.count : bytes.unmarked))
        isBegun = true
        search()
    }

    /// Searches the rest after the last slice.
    package mutating func finish() {
        elements?.finish()
        search()
        elements = nil
    }

    private mutating func search() {
        do throws(DecodeError) {
            guard let element = try elements?.next() else { return }
            value = try elements?.value(element)
            elements = nil
        } catch {
            elements = nil
        }
    }
}
