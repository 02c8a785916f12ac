import Compression
import Records

/// Receives the body of a response: decodes, counts and stores it as it arrives.
///
/// Decoding draws on a budget, so that a small body that expands enormously does not block the loop; input
/// beyond the budget waits for `resume`.
nonisolated struct BodyReceiver {
    private let limit: Int
    private var decoder: (any ContentDecoder)?
    /// The decoder of a body that is compressed twice; `nil` for any other.
    private var inner: Gunzip?
    private var spool: Spool
    private var waiting: [UInt8] = []
    /// Whether decoding stopped at the budget; call `resume` until this is `false`, then pass more bytes.
    private(set) var isBusy = false
    /// The number of bytes received, before decoding.
    private(set) var received = 0

    /// Creates an empty receiver.
    ///
    /// - Parameters:
    ///   - decoder: The decoder of the body's content coding; `nil` if there is none.
    ///   - limit: The maximum number of decoded bytes.
    ///   - limits: The memory limit and the spool directory.
    init(_ decoder: (any ContentDecoder)?, limit: Int, _ limits: FetchLimits) {
        self.decoder = decoder
        self.limit = limit
        spool = Spool(memory: limits.memory, directory: limits.spoolDirectory)
    }

    /// The number of bytes after decoding.
    var decoded: Int { spool.count }

    /// Adds received bytes.
    ///
    /// A body without content coding that is itself a gzip file is unpacked as well, and one that is not
    /// compressed although its header says so is kept as it is.
    ///
    /// - Throws: An error if the body is too large or damaged, or cannot be stored.
    mutating func receive(_ raw: UnsafeRawBufferPointer, _ budget: inout Int) throws(FetchFailure) {
        if received == 0, decoder == nil, raw.starts(with: gzipMagic) { decoder = Gunzip() }
        if received == 0, decoder is Gunzip, raw.first.map(BodyReceiver.beginsText) ?? false { decoder = nil }
        received += raw.count
        guard decoder != nil else {
            budget -= raw.count
            return try keep(raw)
        }
        var rest = raw
        try decode(&rest, &budget)
        waiting = Array(rest)
    }

    /// Adds received bytes without a budget, for a caller that may wait.
    ///
    /// - Throws: The same failures as `take`.
    mutating func receive(all bytes: [UInt8]) throws(FetchFailure) {
        var budget = Int.max
        try bytes.span.withUnsafeBytes { (raw) throws(FetchFailure) in try receive(raw, &budget) }
    }

    /// Continues decoding where the budget ended.
    ///
    /// - Throws: The same failures as `take`.
    mutating func resume(_ budget: inout Int) throws(FetchFailure) {
        let held = waiting
        var left = 0
        try held.span.withUnsafeBytes { (raw) throws(FetchFailure) in
            var rest = raw
            try decode(&rest, &budget)
            left = rest.count
        }
        waiting = Array(held.suffix(left))
    }

    /// Returns the whole body.
    ///
    /// - Throws: An error if the body is truncated or empty.
    func finish() throws(FetchFailure) -> Body {
        guard decoder?.isComplete != false && inner?.isComplete != false || received == 0 else {
            throw FetchFailure(.truncated, "the compressed body is truncated after \(received) bytes")
        }
        guard decoded > 0 else {
            throw FetchFailure(.empty, "the response has no content; almanacd tries again")
        }
        return spool.body
    }

    private mutating func decode(_ rest: inout UnsafeRawBufferPointer, _ budget: inout Int)
        throws(FetchFailure)
    {
        // A body that is compressed twice expands twice, so each step must stay small.
        var output = [UInt8](repeating: 0, count: inner == nil ? Body.slice : Body.slice / 16)
        isBusy = false
        while let decoder {
            guard budget > 0 else { return isBusy = true }
            var made = 0
            var span = output.mutableSpan
            try span.withUnsafeMutableBytes { (room) throws(FetchFailure) in
                made = try decoder.decode(&rest, into: room)
                try keep(UnsafeRawBufferPointer(rebasing: room[..<made]), &budget)
            }
            budget -= made
            if made < output.count, rest.isEmpty || made == 0 { return }
        }
    }

    /// Whether a byte begins a text: neither gzip nor zlib begins with it.
    private static func beginsText(_ byte: UInt8) -> Bool {
        [.lessThan, .leftBrace, .leftBracket, Array("\u{FEFF}".utf8)[0]].contains(byte) || byte.isWhitespace
    }

    /// Keeps decoded bytes, and decodes them once more if they are a gzip file themselves.
    private mutating func keep(_ bytes: UnsafeRawBufferPointer, _ budget: inout Int) throws(FetchFailure) {
        if inner == nil, spool.count == 0, bytes.starts(with: gzipMagic) { inner = Gunzip() }
        guard let inner else { return try keep(bytes) }
        var rest = bytes
        var output = [UInt8](repeating: 0, count: Body.slice)
        var made = 0
        repeat {
            var span = output.mutableSpan
            try span.withUnsafeMutableBytes { (room) throws(FetchFailure) in
                made = try inner.decode(&rest, into: room)
                try keep(UnsafeRawBufferPointer(rebasing: room[..<made]))
            }
            budget -= made
        } while made == output.count || !rest.isEmpty && made > 0
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer) throws(FetchFailure) {
        guard spool.count + bytes.count <= limit else {
            throw FetchFailure(.size, "the document has more than \(limit) bytes: MaxBytes= can allow more")
        }
        try spool.append(bytes)
    }
}
