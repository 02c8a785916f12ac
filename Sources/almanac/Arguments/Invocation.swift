/// A parsed command line.
struct Invocation {
    /// The requested action.
    enum Wish {
        /// Print the version.
        case version
        /// Print the help text of a command; `nil` for the program.
        case help(Command?)
        /// Run a command.
        case work(Command)
    }

    /// The requested action.
    let wish: Wish
    /// The words after the command that are not options.
    private(set) var operands: [String] = []
    private var values: [(name: String, value: String)] = []

    /// The name of the command to run or to explain; `nil` if there is none.
    var command: String? {
        switch wish {
        case .version: nil
        case .help(let command): command?.name
        case .work(let command): command.name
        }
    }

    /// Whether an option is given.
    func has(_ name: String) -> Bool { values.contains { $0.name == name } }

    /// Returns the value of an option, the last one if it is repeated; `nil` if it is not given.
    subscript(_ name: String) -> String? { values.last { $0.name == name }?.value }

    /// Returns all values of an option, in order.
    func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }

    /// Parses a command line without the program's name. Options may appear anywhere; `--` ends them.
    ///
    /// - Parameters:
    ///   - arguments: The words of the command line.
    ///   - commands: The commands of the program.
    ///   - usual: The command if the arguments name none.
    /// - Throws: A complaint about the first wrong word.
    init(parsing arguments: [String], commands: [Command], usual: Command) throws(CommandError) {
        // Many users try `help` and `help show` first.
        let asksForHelp = arguments.first == "help"
        var reader = ArgumentReader(
            asksForHelp ? arguments.dropFirst() + ["--help"] : arguments, commands: commands)
        try reader.read()
        values = reader.values
        operands = reader.operands
        let command = reader.command ?? usual
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
