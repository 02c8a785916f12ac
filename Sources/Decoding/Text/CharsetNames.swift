import Records

/// The encodings that labels mean, by their names in iconv.
///
/// A label often names a subset of the encoding that publishers use: `gb2312` is GBK, `euc-kr` is windows-949
/// and `iso-8859-9` is windows-1254. Source: WHATWG Encoding Standard, section 4.2, except the encodings that
/// it replaces for the security of browsers, which iconv reads; `big5` has HKSCS there, and GBK is read as
/// its superset GB 18030.
enum CharsetNames {
    /// Returns the name in iconv of a label; `nil` if the table does not have it.
    ///
    /// Labels are compared by letters and digits alone, since feeds write `UTF_8`, `utf8`, `iso8859-2` and
    /// `x-windows-1251`, too. Source: UTS #22, section 1.4.
    static func name(_ label: String) -> String? {
        let plain = plain(label)
        if let name = names[plain.span] { return name }
        let rest = Array(plain.dropFirst())
        if plain.first == UInt8(ascii: "x"), let name = names[rest.span] { return name }
        return windows(plain).flatMap { names[$0.span] }
    }

    /// Returns the letters and digits of a label in lower case, without zeros before a number.
    private static func plain(_ label: String) -> [UInt8] {
        let bytes = Array(label.utf8)
        return bytes.indices.filter { at in
            let isAfterDigit = at > 0 && bytes[at - 1].isDigit
            let isBeforeDigit = at + 1 < bytes.count && bytes[at + 1].isDigit
            let isLeadingZero = bytes[at] == UInt8(ascii: "0") && !isAfterDigit && isBeforeDigit
            return bytes[at].isLetterOrDigit && !isLeadingZero
        }
        .map { bytes[$0].lowercased }
    }

    /// Returns the label `windows` with the number of a code page that a label abbreviates, such as
    /// `win-1251` or `ansi1250`; `nil` if it has none.
    private static func windows(_ plain: [UInt8]) -> [UInt8]? {
        let number = plain.reversed().prefix(while: \.isDigit).reversed()
        let word = String(decoding: plain.dropLast(number.count), as: UTF8.self)
        guard ["win", "xwin", "windowscp", "ansi", "cp", "xcp", "ms"].contains(word) else { return nil }
        return Array("windows".utf8) + number
    }

    private static let names: NameTable<String> = {
        var names: [String: String] = [:]
        for (name, labels) in table {
            for label in labels.split(separator: " ") { names[String(label)] = name }
        }
        return NameTable(names)
    }()

    private static let table: [(name: String, labels: String)] = [
        ("UTF-8", "utf8 unicode11utf8 unicode20utf8 utf8mb4 utf8bom utf8sig utf8n"),
        ("WINDOWS-1252", "ansi ansix341968 ascii cp819 csisolatin1 ibm819 iso88591 isoir100 iso885911987"),
        ("WINDOWS-1252", "l1 latin1 usascii windows1252 windows28591"),
        ("IBM866", "866 cp866 csibm866 ibm866 windows866"),
        ("ISO-8859-2", "csisolatin2 iso88592 isoir101 iso885921987 l2 latin2 windows28592"),
        ("ISO-8859-3", "csisolatin3 iso88593 isoir109 iso885931988 l3 latin3"),
        ("ISO-8859-4", "csisolatin4 iso88594 isoir110 iso885941988 l4 latin4"),
        ("ISO-8859-5", "csisolatincyrillic cyrillic iso88595 isoir144 iso885951988"),
        ("ISO-8859-6", "arabic asmo708 csiso88596e csiso88596i csisolatinarabic ecma114 iso88596"),
        ("ISO-8859-6", "iso88596e iso88596i isoir127 iso885961987"),
        ("ISO-8859-7", "csisolatingreek ecma118 elot928 greek greek8 iso88597 isoir126 iso885971987"),
        ("ISO-8859-7", "suneugreek"),
        ("ISO-8859-8", "csiso88598e csisolatinhebrew hebrew iso88598 iso88598e isoir138 iso885981988"),
        ("ISO-8859-8", "visual csiso88598i iso88598i logical"),
        ("ISO-8859-10", "csisolatin6 iso885910 isoir157 l6 latin6"), ("ISO-8859-13", "iso885913 latin7"),
        ("ISO-8859-14", "iso885914 latin8"), ("ISO-8859-15", "csisolatin9 iso885915 l9 latin9"),
        ("ISO-8859-16", "iso885916 latin10"), ("KOI8-R", "cskoi8r koi koi8 koi8r windows20866"),
        ("KOI8-U", "koi8ru koi8u windows21866"), ("MACINTOSH", "csmacintosh mac macintosh macroman"),
        ("MAC-CYRILLIC", "maccyrillic macukrainian"), ("MAC-CENTRALEUROPE", "macce maclatin2"),
        ("WINDOWS-874", "dos874 iso885911 tis620 tis6202533 windows874"), ("WINDOWS-1250", "windows1250"),
        ("WINDOWS-1251", "windows1251"), ("WINDOWS-1253", "windows1253"),
        ("WINDOWS-1254", "csisolatin5 iso88599 isoir148 iso885991989 l5 latin5 windows1254"),
        ("WINDOWS-1255", "windows1255"), ("WINDOWS-1256", "windows1256"), ("WINDOWS-1257", "windows1257"),
        ("WINDOWS-1258", "windows1258"), ("IBM861", "csibm861"),
        ("GB18030", "chinese csgb2312 csiso58gb231280 gb2312 gb231280 gbk isoir58 gb18030"),
        ("GB18030", "euccn eucgb2312cn cngb gb231280 gb180302000 gb180302005 windows936"),
        ("BIG5-HKSCS", "big5 big5hkscs cnbig5 csbig5 xxbig5 windows950 big5eten"),
        ("EUC-JP-MS", "cseucpkdfmtjapanese eucjp ujis eucjpms eucjpwin windows51932"),
        ("ISO-2022-JP", "csiso2022jp iso2022jp"),
        ("WINDOWS-31J", "csshiftjis mskanji shiftjis sjis sjiswin windows31j windows932"),
        ("UHC", "cseuckr csksc56011987 euckr isoir149 korean ksc56011987 ksc56011989 ksc5601 uhc"),
        ("UHC", "windows949 ksc56011992"), ("UTF-16BE", "unicodefffe utf16be"),
        ("UTF-16LE", "csunicode iso10646ucs2 ucs2 unicode unicodefeff utf16 utf16le"),
    ]
}
