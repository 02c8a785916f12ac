import Storing

/// The keys that earlier documents of a source gave to names, read while a document is decoded.
///
/// A decoder cannot fail because of the store: an error is kept until the document is complete.
nonisolated final class NameMemory {
    private let find: (String) throws(StoreError) -> String?
    private var failure: StoreError?

    init(_ find: @escaping (String) throws(StoreError) -> String?) { self.find = find }

    /// Returns the key of a name; `nil` if there is none, or the store cannot be read.
    func key(of name: String) -> String? {
        guard failure == nil else { return nil }
        do throws(StoreError) {
            return try find(name)
        } catch {
            failure = error
            return nil
        }
    }

    /// - Throws: The first error of the store.
    func check() throws(StoreError) {
        if let failure { throw failure }
    }
}
