public import Decoding
public import Records

/// Decodes a document as a source would, without storing anything: an aid for authors of definitions.
public nonisolated struct DecodingTrial {
    /// The number of records decoded so far.
    public private(set) var count = 0
    /// The maximum size of the document, in bytes.
    public let maximumBytes: Int
    /// The number of records that were left out by a rule, by reason.
    public private(set) var omitted: [String: Int] = [:]
    /// Called with a line of text for each part that could not be decoded, and each remark on the document.
    public var rejected: (String) -> Void = { _ in }

    private var decoder: any DocumentDecoder
    private var out = Decoded()
    private let record: (String) -> Void

    /// Prepares to decode.
    ///
    /// - Parameters:
    ///   - source: The name of a source, active or available, or the path of a `.source` file.
    ///   - directories: The folders to search for that name.
    ///   - moment: The time at which the document was made.
    ///   - record: Called with each record as `{"key","data"}`, before merging, in the order of the
    ///     document.
    /// - Throws: An error if there is no such definition or it cannot be used.
    public init(
        _ source: String, in directories: Directories, at moment: UTC, record: @escaping (String) -> Void
    ) throws(OptionError) {
        let definition = try DecodingTrial.definition(of: source, in: directories)
        // Relative addresses refer to that of the document.
        let url: String? = if case .url(let text) = definition.origin { text.withoutUser } else { nil }
        decoder = try definition.kind.decoder(
            options: definition.options, context: DocumentContext(reference: moment, now: moment, url: url))
        maximumBytes = definition.maximumBytes
        self.record = record
    }

    /// Decodes the next bytes.
    ///
    /// - Throws: An error if the document as a whole cannot be decoded.
    public mutating func read(_ bytes: Span<UInt8>) throws(DecodeError) {
        try decoder.decode(bytes, into: &out)
        passOn()
    }

    /// Decodes the rest at the end of the document.
    ///
    /// - Throws: An error if the document as a whole cannot be decoded.
    public mutating func finish() throws(DecodeError) {
        try decoder.finish(into: &out)
        passOn()
    }

    /// Passes on what was decoded since the last call.
    private mutating func passOn() {
        out.replaceNulls()
        for note in out.notes { rejected(note) }
        omitted.merge(out.omitted, uniquingKeysWith: +)
        for reject in out.rejects { rejected(DecodingTrial.line(reject)) }
        for found in out.records {
            var writer = JSONWriter(capacity: found.data.count + 64)
            writer.beginObject()
            writer.name("key")
            writer.string(found.key)
            writer.name("data")
            writer.literal(found.data)
            writer.endObject()
            record(String(decoding: writer.bytes, as: UTF8.self))
        }
        count += out.records.count
        out.removeAll()
    }

    private static func line(_ reject: Reject) -> String {
        let places = [reject.line.map { "line \($0)" }, reject.offset.map { "byte \($0)" }].compactMap { $0 }
        let place = places.isEmpty ? "somewhere" : places.joined(separator: ", ")
        let what = [reject.key, reject.field].compactMap { $0 }.joined(separator: " ")
        return "\(place): \(what.isEmpty ? "" : what + ": ")\"\(reject.found)\" \(reject.reason)"
    }

    private static func definition(of source: String, in directories: Directories) throws(OptionError)
        -> Definition
    {
        let files = DefinitionFiles(directories)
        if source.hasSuffix(".source") {
            let stem =
                source.split(separator: "/").last.map { String($0.dropLast(".source".utf8.count)) } ?? ""
            let name = SourceName(stem.hasSuffix("@") ? stem + "0,0" : stem) ?? SourceName("trial")!
            var options = Options()
            try options.read(ConfigurationFile.contents(of: source), file: source)
            return try Definition(name, options: options, by: .file)
        }
        guard let name = SourceName(source) else {
            throw OptionError(file: "", line: 0, reason: "\"\(source)\" is not a name of a source")
        }
        let path = files.active().files.first { $0.name == name }?.path ?? files.template(for: name)
        guard let path, let definition = try files.definition(of: name, at: path) else {
            throw OptionError(file: "", line: 0, reason: "there is no definition of \(name)")
        }
        return definition
    }
}
