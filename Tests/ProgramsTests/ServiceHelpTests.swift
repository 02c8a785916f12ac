import Programs
import Testing

@Suite struct ServiceHelpTests {
    @Test func `terms and their meanings stand in columns of at most 79`() {
        let long = String(repeating: "word ", count: 20)
        let text = ServiceHelp(
            "service [OPTION...]", ["Serves."], commands: [("check", "read all")],
            options: [Option("config", value: "DIR", summary: "folder \(long)"), .help], ends: ["See also."]
        ).description
        #expect(
            text == """
                Usage: service [OPTION...]

                Serves.

                Commands:
                  check  read all

                Options:
                  --config DIR  folder word word word word word word word word word word word
                                word word word word word word word word word
                  -h, --help    show help

                See also.
                """)
    }
}
