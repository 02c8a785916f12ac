import Glibc

/// Converts international host names to ASCII with libidn2, which is loaded at run time.
///
/// libcurl on Debian links the library, so it is in the process anyway. Where it is missing, only
/// international names are unavailable.
///
/// Source: RFC 5891 §4; idn2_lookup_u8(3).
nonisolated struct InternationalNames: Sendable {
    typealias Lookup =
        @convention(c) @Sendable (
            UnsafePointer<CChar>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, CInt
        ) -> CInt
    typealias Free = @convention(c) @Sendable (UnsafeMutableRawPointer) -> Void

    /// `IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL`: as browsers convert names.
    private static let nontransitional: CInt = 1 | 8
    /// `IDN2_NFC_INPUT | IDN2_TRANSITIONAL`: also accepts symbols, as libcurl does.
    private static let transitional: CInt = 1 | 4

    /// The library; `nil` if it is not installed.
    static let shared = InternationalNames()

    private let lookup: Lookup
    private let free: Free

    private init?() {
        guard let library = dlopen("libidn2.so.0", RTLD_NOW),
            let lookup = dlsym(library, "idn2_lookup_u8"), let free = dlsym(library, "idn2_free")
        else { return nil }
        self.lookup = unsafeBitCast(lookup, to: Lookup.self)
        self.free = unsafeBitCast(free, to: Free.self)
    }

    /// Returns the ASCII form of a host name; `nil` if it has none.
    func ascii(_ host: String) -> String? {
        convert(host, Self.nontransitional) ?? convert(host, Self.transitional)
    }

    private func convert(_ host: String, _ flags: CInt) -> String? {
        var name: UnsafeMutablePointer<CChar>?
        guard lookup(host, &name, flags) == 0, let name else { return nil }
        defer { free(name) }
        return String(cString: name)
    }
}
