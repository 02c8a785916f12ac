/// The first bytes of file formats, as far as they are not printable ASCII.
enum FileStart {
    /// The signature of a local file header. Source: PKWARE APPNOTE.TXT, 4.3.7.
    static let zip: [UInt8] = Array("PK\u{3}\u{4}".utf8)
    /// The end of the central directory, with which an archive without files begins. Source: APPNOTE.TXT,
    /// 4.3.16.
    static let emptyZip: [UInt8] = Array("PK\u{5}\u{6}".utf8)
    /// The marker of an archive in several files. Source: APPNOTE.TXT, 8.5.3.
    static let splitZip: [UInt8] = Array("PK\u{7}\u{8}".utf8)
    /// ID1 and ID2. Source: RFC 1952, section 2.3.1.
    static let gzip: [UInt8] = [0x1F, 0x8B]
    /// The magic header of compress(1). Source: ncompress, `compress.c`, `MAGIC_1` and `MAGIC_2`.
    static let compress: [UInt8] = [0x1F, 0x9D]
    /// The magic bytes of the stream header. Source: The .xz File Format, 2.1.1.1.
    static let xz: [UInt8] = [0xFD] + Array("7zXZ\0".utf8)
    /// The magic number of a frame. Source: RFC 8878, section 3.1.1.
    static let zstandard: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    /// The magic number of a frame. Source: LZ4 Frame Format Description, General Structure.
    static let lz4: [UInt8] = [4, 0x22, 0x4D, 0x18]
    /// The signature. Source: 7-Zip, `7zFormat.txt`, SignatureHeader.
    static let sevenZip: [UInt8] = Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C]
    /// The header signature of a compound file. Source: Microsoft, MS-CFB, 2.2.
    static let compound: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    /// The signature. Source: W3C, PNG Specification, 5.2.
    static let png: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
    /// The start of image, and the start of the next marker. Source: ITU-T T.81, B.1.1.3.
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF]
    /// The reserved word and the type 1. Source: Microsoft, ICONDIR.
    static let icon: [UInt8] = [0, 0, 1, 0]
    /// The EBML header. Source: RFC 8794, section 11.2.1.
    static let matroska: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]
    /// The identification. Source: System V ABI, ELF Header, `EI_MAG0` to `EI_MAG3`.
    static let elf: [UInt8] = Array("\u{7F}ELF".utf8)
    /// The magic number. Source: WebAssembly Core Specification, 5.5, magic.
    static let webAssembly: [UInt8] = Array("\0asm".utf8)
    /// The magic number. Source: The Java Virtual Machine Specification, 4.1.
    static let javaClass: [UInt8] = [0xCA, 0xFE, 0xBA, 0xBE]
    /// The start of the format signature. Source: HDF5 File Format Specification, II.A.
    static let hdf5: [UInt8] = [0x89] + Array("HDF".utf8)
    /// The file code 9994. Source: ESRI Shapefile Technical Description, table 1.
    static let shapefile: [UInt8] = [0, 0, 0x27, 0x0A]
}
