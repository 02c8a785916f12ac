import Glibc

/// The three functions of libbrotlidec that are needed, loaded at run time.
///
/// libcurl on Debian links the library, so it is in the process anyway. Loading it by name needs no further
/// build dependency, and where it is missing, only the content coding `br` is unavailable.
nonisolated struct BrotliLibrary: Sendable {
    typealias Make =
        @convention(c) @Sendable (
            OpaquePointer?, OpaquePointer?, OpaquePointer?
        ) -> OpaquePointer?
    typealias Decode =
        @convention(c) @Sendable (
            OpaquePointer, UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafePointer<UInt8>?>,
            UnsafeMutablePointer<Int>, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
            UnsafeMutablePointer<Int>?
        ) -> CInt
    typealias Free = @convention(c) @Sendable (OpaquePointer) -> Void

    /// `BROTLI_DECODER_RESULT_ERROR`.
    static let damaged: CInt = 0
    /// `BROTLI_DECODER_RESULT_SUCCESS`.
    static let done: CInt = 1

    /// The library; `nil` if it is not installed.
    static let shared = BrotliLibrary()

    let make: Make
    let decode: Decode
    let free: Free

    private init?() {
        guard let library = dlopen("libbrotlidec.so.1", RTLD_NOW),
            let make = dlsym(library, "BrotliDecoderCreateInstance"),
            let decode = dlsym(library, "BrotliDecoderDecompressStream"),
            let free = dlsym(library, "BrotliDecoderDestroyInstance")
        else { return nil }
        self.make = unsafeBitCast(make, to: Make.self)
        self.decode = unsafeBitCast(decode, to: Decode.self)
        self.free = unsafeBitCast(free, to: Free.self)
    }
}
