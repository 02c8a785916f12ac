/// What the command line asks for.
struct Invocation {
    /// What is to be done.
    enum Wish {
        /// Tell the version.
        case version
        /// Tell what a command is for; `nil` for the whole program.
        case help(Command?)
        /// Run a command.
        case work(Command)
    }

    /// What is to be done.
    let wish: Wish
    /// What stands behind the command and is no option.
    private(set) var operands: [String] = []
    private var values: [(name: String, value: String)] = []

    /// The name of the command that is to be run or told of; `nil` when there is none.
    var command: String? {
        switch wish {
        case .version: nil
        case .help(let command): command?.name
        case .work(let command): command.name
        }
    }

    /// Whether an option was given.
    func has(_ name: String) -> Bool { values.contains { $0.name == name } }

    /// The value of an option, the last if given more than once; `nil` when it was not given.
    subscript(_ name: String) -> String? { values.last { $0.name == name }?.value }

    /// All values of an option, in order.
    func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }

    /// Reads a command line, the program's name left out. Options may stand anywhere, `--` ends them.
    ///
    /// - Throws: When it makes no sense; the complaint says what does not.
    init(parsing arguments: [String]) throws(Complaint) {
        // What many try first: help, and help show.
        let asksForHelp = arguments.first == "help"
        var reader = ArgumentReader(asksForHelp ? arguments.dropFirst() + ["--help"] : arguments)
        try reader.read()
        (values, operands) = (reader.values, reader.operands)
        let command = reader.command ?? .list
        if reader.values.contains(where: { $0.name == "version" }) {
            wish = .version
        } else if reader.values.contains(where: { $0.name == "help" }) {
            wish = .help(reader.command)
        } else {
            try command.check(count: operands.count)
            wish = .work(command)
        }
    }
}
