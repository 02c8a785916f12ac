package import Definitions
package import Fetching
package import Reactive
package import Records

/// Finds the kind of a source that is added without one, by fetching its document once.
package final class KindFinder {
    /// The number of bytes at which the kind is guessed.
    private static let sample = 4096

    private let upstreams: Upstreams
    private let files: LocalFiles

    /// - Parameters:
    ///   - upstreams: The requests to upstreams.
    ///   - files: The files of this machine.
    package init(upstreams: Upstreams, files: LocalFiles) {
        self.upstreams = upstreams
        self.files = files
    }

    /// Fetches the document of a definition and guesses its kind.
    ///
    /// - Parameter definition: The definition, whose own kind does not matter.
    /// - Returns: One kind; cold.
    package func kind(of definition: Definition) -> AnyPublisher<Kind, FetchFailure> {
        document(of: definition).flatMap { [self] found in
            Result<Kind, FetchFailure> { () throws(FetchFailure) in
                guard let kind = Kind(guessing: try found.document.body.prefix(KindFinder.sample)) else {
                    throw FetchFailure(.content, "the document is of no kind that can be guessed")
                }
                keep(found)
                return kind
            }.publisher
        }.eraseToAnyPublisher()
    }

    /// Fetches the document of a definition and finds the feeds that it refers to, if it is a web page; a
    /// page that sends its reader to another one is followed once.
    ///
    /// - Parameter definition: The definition, whose own kind does not matter.
    /// - Returns: One answer to the method Discover; cold.
    package func discovery(of definition: Definition) -> AnyPublisher<JSON, FetchFailure> {
        document(of: definition).flatMap { [self] found in
            Result<AnyPublisher<JSON, FetchFailure>, FetchFailure> { () throws(FetchFailure) in
                let (answer, successor) = try discovery(in: found)
                guard let successor else { return just(answer) }
                // A page without feeds remains one if the next page cannot be read.
                return self.successor(successor, of: found, definition).catch { [self] _ in just(answer) }
                    .eraseToAnyPublisher()
            }.publisher.flatMap { $0 }
        }.eraseToAnyPublisher()
    }

    /// Returns the answer for a document, and the address of the page that it sends its reader to.
    private func discovery(in found: Found) throws(FetchFailure) -> (answer: JSON, successor: String?) {
        let document = found.document
        let sample = Array(try document.body.prefix(Discovery.sample))
        let charset = document.mediaType?.charset
        let answer = Discovery.answer(
            for: sample, at: document.finalURL, links: document.links, charset: charset)
        if answer["kind"]?.string != nil { keep(found) }
        return (answer, Discovery.successor(of: answer, sample, charset: charset))
    }

    /// Fetches the page that another one sends its reader to.
    private func successor(
        _ address: String, of page: Found, _ definition: Definition
    ) -> AnyPublisher<JSON, FetchFailure> {
        do throws(FetchFailure) {
            let request = try upstreams.requests(for: definition)
                .request(linked: address, from: page.document.finalURL)
            return documents(request).flatMap { [self] found in
                Result<JSON, FetchFailure> { () throws(FetchFailure) in try discovery(in: found).answer }
                    .publisher
            }.eraseToAnyPublisher()
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
    }

    private func just(_ answer: JSON) -> AnyPublisher<JSON, FetchFailure> {
        Just(answer).setFailureType(to: FetchFailure.self).eraseToAnyPublisher()
    }

    /// A document, and the request for it; `nil` for that of a local file.
    private typealias Found = (document: Document, request: FetchRequest?)

    /// Keeps a document for the source that is added for it.
    private func keep(_ found: Found) {
        if let request = found.request { upstreams.keep(found.document, for: request) }
    }

    private func document(of definition: Definition) -> AnyPublisher<Found, FetchFailure> {
        let url: String
        switch definition.origin {
        case .path(let path):
            return files.document(at: path, maximumBytes: definition.maximumBytes).map { ($0, nil) }
                .eraseToAnyPublisher()
        case .url(let address): url = address
        case .sources, .calls, .almanac, .computed:
            return Fail(error: FetchFailure(.configuration, "there is no document")).eraseToAnyPublisher()
        }
        do throws(FetchFailure) {
            return documents(try upstreams.requests(for: definition).request(for: url, Validators()))
        } catch {
            return Fail(error: error).eraseToAnyPublisher()
        }
    }

    private func documents(_ request: FetchRequest) -> AnyPublisher<Found, FetchFailure> {
        upstreams.fetch(request).compactMap { answer in
            if case .document(let document) = answer { (document, request) } else { nil }
        }.eraseToAnyPublisher()
    }
}
