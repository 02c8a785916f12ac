import Decoding
import Definitions
import Records
import Tables
import TestDocuments
import Testing

/// The public suites csv-spectrum and csv-test-data.
@Suite struct CSVSuiteTests {
    private static let spectrum = [
        "comma_in_quotes", "empty", "empty_crlf", "escaped_quotes", "json", "newlines", "quotes_and_newlines",
        "simple", "simple_crlf", "utf8",
    ]
    private static let good = [
        "all-empty", "empty-field", "empty-one-column", "header-no-rows", "header-simple", "leading-space",
        "one-column", "quotes-empty", "quotes-with-comma", "quotes-with-escaped-quote", "quotes-with-newline",
        "quotes-with-space", "simple-crlf", "simple-lf", "trailing-newline", "trailing-newline-one-field",
        "trailing-space", "utf8",
    ]
    private static let bad = [
        "bad-header-less-fields", "bad-header-more-fields", "bad-header-no-header", "bad-header-wrong-header",
        "bad-missing-quote", "bad-quotes-with-unescaped-quote",
    ]

    private func rows(_ bytes: [UInt8]) throws -> [[String]] {
        var reader = TableReader(delimiter: ",", honoursQuotes: true)
        reader.append(bytes.span)
        reader.finish()
        var rows: [[String]] = []
        while try reader.next() { rows.append(reader.strings) }
        return rows
    }

    @Test(arguments: spectrum)
    func `the reader agrees with csv-spectrum`(name: String) throws {
        let found = try rows(CorpusFile.bytes("table/csv-spectrum/csvs/\(name).csv"))
        let wanted = try JSON(parsing: CorpusFile.bytes("table/csv-spectrum/json/\(name).json"))
        let header = try #require(found.first)
        let objects = found.dropFirst().map { row in
            JSON.object(zip(header, row).map { JSON.Member($0, .string($1)) })
        }
        #expect(JSON.array(objects) == wanted)
    }

    @Test(arguments: good)
    func `the reader agrees with csv-test-data`(name: String) throws {
        let found = try rows(CorpusFile.bytes("table/csv-test-data/csv/\(name).csv"))
        let wanted = try JSON(parsing: CorpusFile.bytes("table/csv-test-data/json/\(name).json"))
        if name.hasPrefix("header") {
            let objects = found.dropFirst().map { row in
                JSON.object(zip(found[0], row).map { JSON.Member($0, .string($1)) })
            }
            #expect(JSON.array(objects) == wanted)
        } else {
            #expect(JSON.array(found.map { .array($0.map(JSON.string)) }) == wanted)
        }
    }

    @Test func `a quote in a field that is not enclosed is a character, which the suite calls bad`() throws {
        let found = try rows(CorpusFile.bytes("table/csv-test-data/csv/bad-unescaped-quote.csv"))
        #expect(found.joined().contains { $0.contains("\"") })
    }

    @Test(arguments: bad)
    func `the files that csv-test-data calls bad are rejected`(name: String) throws {
        let bytes = try CorpusFile.bytes("table/csv-test-data/csv/\(name).csv")
        #expect(throws: DecodeError.self) {
            try TestDocument.decode(.table, "[Table]\nHeaderContains=foo", bytes)
        }
    }
}
