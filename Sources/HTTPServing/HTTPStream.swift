import CMicroHTTPD
import Glibc
import Systemd

/// The producer of the content of a response that does not end by itself.
public protocol HTTPStreamSource: AnyObject {
    /// Copies the next bytes into a buffer.
    ///
    /// - Returns: The number of bytes; 0 if there are none at present, `nil` at the end of the content.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int?

    /// The stream has ended, because the client disconnected, did not read, or the content ended.
    func ended()
}

/// A response whose content is sent as it is produced.
///
/// While the source has nothing to send, the connection is suspended, so that it costs no time. libmicrohttpd
/// does not notice then that the client disconnects: the stream watches the socket itself.
public final class HTTPStream {
    /// The bytes that are read from the source at once for a client of HTTP/1.0; libmicrohttpd keeps a buffer
    /// of this size for each stream, but reads chunks of HTTP/1.1 into the memory of the connection.
    static let blockSize = 256
    /// The bytes that the kernel keeps for a client that does not read; it doubles the number, see socket(7).
    private static let unsentBytes: CInt = 32 * 1024

    private let connection: OpaquePointer
    private weak var server: HTTPServer?
    private var source: (any HTTPStreamSource)?
    private var hangUpWatch: IOWatch?
    private(set) var isSuspended = false
    private var isEnding = false

    init(of source: any HTTPStreamSource, to connection: OpaquePointer, of server: HTTPServer?) {
        self.source = source
        self.connection = connection
        self.server = server
        var size = HTTPStream.unsentBytes
        // A Unix socket that refuses this keeps its own limit.
        _ = setsockopt(
            almanac_http_socket(connection), SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<CInt>.size))
    }

    /// Reads from the source again: it has something to send, or its content has ended.
    public func wake() {
        guard isSuspended else { return }
        isSuspended = false
        hangUpWatch = nil
        MHD_resume_connection(connection)
        server?.planRun()
    }

    /// Finishes the content.
    public func finish() {
        isEnding = true
        wake()
    }

    /// The connection has been closed.
    func close() {
        isSuspended = false
        hangUpWatch = nil
        source.take()?.ended()
    }

    fileprivate func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !isEnding, let source, let count = source.read(into: buffer) else {
            return endOfContent
        }
        if count == 0 { suspend() }
        return count
    }

    private func suspend() {
        isSuspended = true
        MHD_suspend_connection(connection)
        // Without a watch, the end of the connection is noticed at the next event.
        hangUpWatch = try? server?.loop.watch(almanac_http_socket(connection), for: [.peerClosed]) {
            [unowned self] _ in finish()
        }
    }
}

/// The result of reading that ends the content, MHD_CONTENT_READER_END_OF_STREAM.
private let endOfContent = -1

nonisolated func readStream(
    _ stream: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?,
    _ room: Int
) -> Int {
    callOwner(of: stream, with: buffer) { (stream: HTTPStream, buffer) in
        stream.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
    }
}

nonisolated func releaseStream(_ stream: UnsafeMutableRawPointer?) {
    guard let stream else { return }
    nonisolated(unsafe) let pointer = stream
    MainActor.assumeIsolated { Unmanaged<HTTPStream>.fromOpaque(pointer).release() }
}
