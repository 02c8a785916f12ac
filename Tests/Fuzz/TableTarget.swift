/// Tables in several encodings, with several delimiters and rules.
enum TableTarget {
    static let definitions = [
        "",
        "[Table]\nDelimiter=,\nQuote=double",
        "[Table]\nEncoding=windows-1252\nDelimiter=¬\nQuote=none",
        "[Table]\nRagged=pad\nDelimiter=tab",
        "[Table]\nEncoding=utf-16\nDuplicate=first",
        "[Table]\nEncoding=shift_jis\nHeaderContains=a\nDuplicate=number",
        "[Table]\nHeader=a b c d e\nRagged=pad\nDelimiter=::\nDuplicate=refuse",
        "[Record]\nKey=a\nNumber=b\nBoolean=c\nTime=d\nLocation=e f\nMap=g X:*x*\nMatch=h ^[a-z]+$\nWhere=a!=1",
        "[Table]\nElement=url sitemap\n[Record]\nKey=loc\nTime=lastmod\nNumber=priority",
        "[Record]\nTitle=a b\nRequire=a\nOmit=x*\nRename=b:c\nGroup=a\nLocation=d\nWhere=a~*1*",
    ]
}
