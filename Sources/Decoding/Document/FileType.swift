import Records

/// The types of files that are no text, by their first bytes.
///
/// Source: the specification of each format where it is named, otherwise the databases of file(1) and of
/// freedesktop.org's shared MIME information.
enum FileType {
    private static let types =
        packed + [
            (Array("%PDF-".utf8), "a PDF file"), (Array("%!PS".utf8), "a PostScript file"),
            (Array("{\\rtf".utf8), "an RTF document"),
            (FileStart.compound, "an old workbook or document of Office"),
            (FileStart.png, "a PNG picture"), (FileStart.jpeg, "a JPEG picture"),
            (Array("GIF87a".utf8), "a GIF picture"), (Array("GIF89a".utf8), "a GIF picture"),
            (Array("II*\0".utf8), "a TIFF picture"), (Array("MM\0*".utf8), "a TIFF picture"),
            (FileStart.icon, "an icon"), (Array("OggS".utf8), "an Ogg file"),
            (Array("fLaC".utf8), "a FLAC file"), (Array("ID3\u{3}".utf8), "an MP3 file"),
            (Array("ID3\u{4}".utf8), "an MP3 file"), (FileStart.matroska, "a Matroska file"),
            (Array("wOFF".utf8), "a font"), (Array("wOF2".utf8), "a font"),
            (FileStart.elf, "a program"), (FileStart.webAssembly, "a program"),
            (FileStart.javaClass, "a program"), (Array("SQLite format 3\0".utf8), "an SQLite database"),
            (Array("PAR1".utf8), "a Parquet file"), (Array("ARROW1\0".utf8), "an Arrow file"),
            (Array("Obj\u{1}".utf8), "an Avro file"), (Array("ORC\n".utf8), "an ORC file"),
            (FileStart.hdf5, "an HDF5 file"), (Array("CDF\u{1}".utf8), "a NetCDF file"),
            (Array("CDF\u{2}".utf8), "a NetCDF file"), (Array("CDF\u{5}".utf8), "a NetCDF file"),
            (Array("GRIB\0".utf8), "a GRIB file"), (FileStart.shapefile, "a shapefile"),
        ]

    /// Archives and compressed files.
    private static let packed: [(start: [UInt8], name: String)] = [
        (FileStart.zip, "a zip archive or a workbook"), (FileStart.emptyZip, "an empty zip archive"),
        (FileStart.splitZip, "a zip archive in parts"), (FileStart.gzip, "a gzip file"),
        (FileStart.compress, "a compressed file"), (Array("BZh".utf8), "a bzip2 file"),
        (FileStart.xz, "an xz file"), (FileStart.zstandard, "a Zstandard file"),
        (FileStart.lz4, "an LZ4 file"), (FileStart.sevenZip, "a 7-Zip archive"),
        (Array("Rar!\u{1A}\u{7}".utf8), "a RAR archive"),
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
        let isMarked = Charset.mark(bytes)?.charset.isWide ?? false
        let even = bytes.indices.count { $0 % 2 == 0 && bytes[$0] == 0 }
        let odd = bytes.indices.count { $0 % 2 == 1 && bytes[$0] == 0 }
        return isMarked || max(even, odd) * 3 > bytes.count
    }
}
