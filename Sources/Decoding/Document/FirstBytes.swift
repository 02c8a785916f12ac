import Records

/// The first bytes of a document, which show a file of another type in place of text.
package struct FirstBytes {
    private static let length = 64
    private var bytes: [UInt8] = []
    private var isChecked = false

    /// Creates a check of no bytes.
    package init() {}

    /// Adds the next bytes, until there are enough.
    ///
    /// - Throws: `DecodeError` if they begin a file of another type, or a web page.
    package mutating func check(_ slice: Span<UInt8>, wanted: String) throws(DecodeError) {
        guard !isChecked else { return }
        bytes.append(slice.extracting(0..<min(slice.count, FirstBytes.length - bytes.count)))
        if bytes.count == FirstBytes.length { try finish(wanted: wanted) }
    }

    /// Checks the bytes of a short document.
    ///
    /// - Throws: `DecodeError`, as `check`.
    package mutating func finish(wanted: String) throws(DecodeError) {
        guard !isChecked else { return }
        isChecked = true
        if let type = FileType.name(bytes) {
            throw DecodeError(.content, part: wanted, found: type, offset: 0)
        }
        let text = bytes.span.extracting(bytes.span.unmarked)
        if WebPage.begins(text) { throw DecodeError(.content, part: wanted, found: text.opening, offset: 0) }
    }
}

/// The types of files that are no text, by their first bytes.
///
/// Source: the databases of file(1) and of freedesktop.org's shared MIME information.
enum FileType {
    private static let types: [(start: [UInt8], name: String)] = [
        (Array("%PDF-".utf8), "a PDF file"), (Array("%!PS".utf8), "a PostScript file"),
        (Array("{\\rtf".utf8), "an RTF document"), ([0x50, 0x4B, 3, 4], "a zip archive or a workbook"),
        ([0x50, 0x4B, 5, 6], "an empty zip archive"), ([0x50, 0x4B, 7, 8], "a zip archive in parts"),
        ([0x1F, 0x8B], "a gzip file"), ([0x1F, 0x9D], "a compressed file"),
        (Array("BZh".utf8), "a bzip2 file"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "an xz file"), ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file"),
        ([4, 0x22, 0x4D, 0x18], "an LZ4 file"), ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive"),
        (Array("Rar!".utf8) + [0x1A, 7], "a RAR archive"),
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], "an old workbook or document of Office"),
        ([0x89, 0x50, 0x4E, 0x47, 0xD, 0xA, 0x1A, 0xA], "a PNG picture"),
        ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
        (Array("GIF87a".utf8), "a GIF picture"), (Array("GIF89a".utf8), "a GIF picture"),
        (Array("II*\0".utf8), "a TIFF picture"), (Array("MM\0*".utf8), "a TIFF picture"),
        ([0, 0, 1, 0], "an icon"), (Array("OggS".utf8), "an Ogg file"), (Array("fLaC".utf8), "a FLAC file"),
        ([0x49, 0x44, 0x33, 3], "an MP3 file"), ([0x49, 0x44, 0x33, 4], "an MP3 file"),
        ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska file"), (Array("wOFF".utf8), "a font"),
        (Array("wOF2".utf8), "a font"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
        ([0, 0x61, 0x73, 0x6D], "a program"),
        ([0xCA, 0xFE, 0xBA, 0xBE], "a program"), (Array("SQLite format 3\0".utf8), "an SQLite database"),
        (Array("PAR1".utf8), "a Parquet file"), (Array("ARROW1\0".utf8), "an Arrow file"),
        (Array("Obj\u{1}".utf8), "an Avro file"), (Array("ORC".utf8) + [10], "an ORC file"),
        ([0x89, 0x48, 0x44, 0x46], "an HDF5 file"), (Array("CDF\u{1}".utf8), "a NetCDF file"),
        (Array("CDF\u{2}".utf8), "a NetCDF file"), (Array("CDF\u{5}".utf8), "a NetCDF file"),
        (Array("GRIB\0".utf8), "a GRIB file"), ([0, 0, 0x27, 0x0A], "a shapefile"),
    ]

    /// Returns the name of the type; `nil` for a text or an unknown type.
    static func name(_ bytes: [UInt8]) -> String? {
        if let type = types.first(where: { bytes.starts(with: $0.start) }) { return type.name }
        let isBlock = bytes.count >= 12
        if isBlock, bytes.starts(with: "RIFF".utf8), bytes[4..<8].contains(where: { $0 < .space }) {
            return "a RIFF file, such as a WebP picture"
        }
        if isBlock, bytes[4..<8].elementsEqual("ftyp".utf8), bytes[0] == 0 {
            return "a film or an HEIF picture"
        }
        if isBlock, bytes.starts(with: "BM".utf8), bytes[6..<10].allSatisfy({ $0 == 0 }) {
            return "a BMP picture"
        }
        let controls = bytes.count {
            $0 < .space && ![.tab, .newline, .carriageReturn, .formFeed].contains($0)
        }
        return controls > max(3, bytes.count / 8) && !isWide(bytes) ? "bytes that are no text" : nil
    }

    /// Whether zeros alternate with other bytes, as in UTF-16 and UTF-32.
    private static func isWide(_ bytes: [UInt8]) -> Bool {
        let isMarked =
            bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
            || bytes.starts(with: [0, 0, 0xFE, 0xFF])
        let even = bytes.indices.count { $0 % 2 == 0 && bytes[$0] == 0 }
        let odd = bytes.indices.count { $0 % 2 == 1 && bytes[$0] == 0 }
        return isMarked || max(even, odd) * 3 > bytes.count
    }
}
