/// Releases objects that hold each other in a long chain one after another, not one within another.
final class ReleaseQueue {
    private var waiting: [Unmanaged<AnyObject>] = []

    /// Releases an owned reference, now or when the release in progress has ended.
    static func release(_ object: Unmanaged<AnyObject>) {
        if let running = storage.pointer {
            let queue = Unmanaged<ReleaseQueue>.fromOpaque(running).takeUnretainedValue()
            return queue.waiting.append(object)
        }
        let queue = ReleaseQueue()
        storage.pointer = Unmanaged.passUnretained(queue).toOpaque()
        object.release()
        while let next = queue.waiting.popLast() { next.release() }
        storage.pointer = nil
    }

    /// The queue of each thread, which exists during a release.
    private static let storage = ThreadStorage()
}

/// Holds a publisher that may be a link of a long chain.
@usableFromInline
final class ChainLink<Content> {
    /// The publisher in an owned object, which `ReleaseQueue` releases.
    private let box: Unmanaged<Box<Content>>

    @usableFromInline
    init(_ content: Content) { box = .passRetained(Box(content)) }

    /// The publisher.
    @usableFromInline var content: Content { box.takeUnretainedValue().value }

    deinit { ReleaseQueue.release(Unmanaged<AnyObject>.fromOpaque(box.toOpaque())) }
}
