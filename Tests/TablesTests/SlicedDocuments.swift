import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// A suite that decodes documents of a kind, whose records must not depend on the slices in which they
/// arrive.
protocol SlicedDocuments {
    /// The kind of the documents.
    static var kind: Kind { get }
}

extension SlicedDocuments {
    /// Decodes a document whole and in slices.
    func decode(_ definition: String, _ text: String) throws -> Decoded {
        let whole = try TestDocument.decode(Self.kind, definition, Array(text.utf8))
        for slice in [1, 5, 7] {
            #expect(
                try TestDocument.decode(Self.kind, definition, Array(text.utf8), slice: slice) == whole)
        }
        return whole
    }

    /// Returns the data of the records of a document.
    func data(_ definition: String, _ text: String) throws -> [String] {
        try decode(definition, text).records.map { String(decoding: $0.data, as: UTF8.self) }
    }
}
