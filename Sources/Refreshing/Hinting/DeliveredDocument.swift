import Fetching
import Records
import Storing

/// A document that came with a message of a broker.
nonisolated struct DeliveredDocument {
    /// The document, as if it were the answer to a request.
    let document: Document
    /// The time of its publication, by the clock of the publisher.
    let published: UTC
    /// The address and the topic of the broker, for people.
    let broker: String
    /// The part of it that the state of the requests keeps.
    let memory: RequestState.Delivery

    /// Creates a document.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, which were checked.
    ///   - link: The address and the media type that the message states.
    ///   - published: The time of publication.
    ///   - broker: The address and the topic of the broker.
    ///   - now: The time of receipt.
    init(
        _ bytes: [UInt8], _ link: DataNotification.Link, published: UTC, by broker: String, at now: UTC
    ) {
        var document = Document(Body(bytes), from: link.url, received: now)
        document.mediaType = link.mediaType
        document.modified = published
        self.document = document
        self.published = published
        self.broker = broker
        memory = RequestState.Delivery(published: published, hash: RecordHash(bytes))
    }
}
