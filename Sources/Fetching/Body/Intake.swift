/// Takes the body of an answer as it comes: decodes it, counts it, keeps it.
///
/// Decoding spends from a budget, so that a few bytes that stand for very many do not hold up the loop: what does not
/// fit waits for `resume`.
nonisolated struct Intake {
    private let limit: Int
    private var decoder: (any ContentDecoder)?
    private var spool: Spool
    private var waiting: [UInt8] = []
    /// Decoding was cut short; the next bytes can be taken after `resume` has said so.
    private(set) var isBusy = false
    /// Bytes as they came.
    private(set) var received = 0

    /// Makes an empty intake.
    ///
    /// - Parameters:
    ///   - decoder: Undoes the body's coding; `nil` when it has none.
    ///   - limit: The most decoded bytes.
    ///   - limits: Where they are kept.
    init(_ decoder: (any ContentDecoder)?, limit: Int, _ limits: Limits) {
        (self.decoder, self.limit) = (decoder, limit)
        spool = Spool(memory: limits.memory, directory: limits.spoolDirectory)
    }

    /// Bytes after decoding.
    var decoded: Int { spool.count }

    /// Takes bytes that came.
    ///
    /// A body that is not coded but is a gzip file itself is unpacked all the same.
    ///
    /// - Throws: When the body is too large, damaged or cannot be kept.
    mutating func take(_ raw: UnsafeRawBufferPointer, _ budget: inout Int) throws(FetchFailure) {
        if received == 0, decoder == nil, raw.starts(with: [0x1F, 0x8B]) { decoder = Gunzip() }
        received += raw.count
        guard decoder != nil else {
            budget -= raw.count
            return try keep(raw)
        }
        var rest = raw
        try decode(&rest, &budget)
        waiting = Array(rest)
    }

    /// Goes on where the budget had ended.
    ///
    /// - Throws: As `take`.
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

    /// The whole body.
    ///
    /// - Throws: When it ended too early, or has nothing in it.
    func finish() throws(FetchFailure) -> Body {
        guard decoder?.isComplete != false || received == 0 else {
            throw FetchFailure(.truncated, "the compressed body ends after \(received) bytes, before its end")
        }
        guard decoded > 0 else { throw FetchFailure(.empty, "no content came; it is asked again") }
        return spool.body
    }

    private mutating func decode(_ rest: inout UnsafeRawBufferPointer, _ budget: inout Int)
        throws(FetchFailure)
    {
        var output = [UInt8](repeating: 0, count: Body.slice)
        isBusy = false
        while let decoder {
            guard budget > 0 else { return isBusy = true }
            var made = 0
            var span = output.mutableSpan
            try span.withUnsafeMutableBytes { (room) throws(FetchFailure) in
                made = try decoder.decode(&rest, into: room)
                try keep(UnsafeRawBufferPointer(rebasing: room[..<made]))
            }
            budget -= made
            if made < output.count, rest.isEmpty || made == 0 { return }
        }
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer) throws(FetchFailure) {
        guard spool.count + bytes.count <= limit else {
            throw FetchFailure(.size, "the document has more than \(limit) bytes: MaxBytes= can allow more")
        }
        try spool.append(bytes)
    }
}
