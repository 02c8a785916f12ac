package import Records

nonisolated extension Definition {
    /// Creates the definition of a source that another almanac keeps fresh, from that almanac's description.
    ///
    /// It is for selectors and lists only, so that settings that a later version added are no error.
    ///
    /// - Parameters:
    ///   - context: The description.
    ///   - origin: The other almanac.
    /// - Throws: An error if the name is invalid, or the kind is unknown here or has no records.
    package init(mirroring context: JSON, from origin: Origin) throws(ContextError) {
        let reader = ContextReader(context)
        let stated = context["kind"]?.string ?? ""
        guard let kind = Kind(rawValue: stated), kind.isMirrored else {
            throw ContextError(path: "/context/kind", message: "sources of Kind=\(stated) are not mirrored")
        }
        name = try reader.name()
        options = try reader.options()
        self.kind = kind
        self.origin = origin
        alternates = []
        batch = nil
        interval = context["intervalUSec"]?.int.map { .microseconds($0) }
        learnsRhythm = false
        push = nil
        hints = []
        timeout = .seconds(60)
        maximumBytes = 16 << 20
        maximumAge = span("MaxAge", in: options)
        keep = kind.keep
        history = span("History", in: options)
        linger = span("Linger", in: options) ?? .seconds(7 * 86_400)
    }
}

/// Returns a time span of `[Source]`; `nil` if it is not set or not valid here.
private nonisolated func span(_ name: String, in options: Options) -> Duration? {
    options.last(in: "Source", named: name).flatMap { TimeSpan.parse($0.value) }
}
