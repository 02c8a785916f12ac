import Glibc

/// The three functions of libbrotlidec that are needed, found at run time.
///
/// libcurl brings the library along, so it is in the process anyway; asking for it by name needs no further package
/// to build, and a libcurl without it costs only the coding.
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

    /// The library; `nil` when this system has none.
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
